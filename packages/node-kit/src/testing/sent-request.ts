import type { JsonValue } from '@runnel/contract'
import type { FormPart, HttpRequest, HttpSecrets } from '../call-requests.ts'

const NOON = Date.UTC(2026, 0, 2, 12)

/** A request as a server sees it, secrets included; names of headers in small letters. */
export interface SentRequest {
  method: string
  url: URL
  headers: Record<string, string>
  /** The JSON of its body, or the fields of its form; null without one, and for a body of another kind. */
  body: JsonValue
  /** The same as it came; empty without one. */
  text: string
  /** Milliseconds since 1970. */
  leftAt: number
}

/** Puts the secrets of a credential into a request, as the product does right before it leaves. */
export async function readSentRequest(
  request: HttpRequest,
  credential: Record<string, string>,
): Promise<SentRequest> {
  const { url, method = 'GET', headers = {}, body, form, authorise } = request
  const leaving = { url, method, headers, ...(body === undefined ? {} : { body }), leavesAt: NOON }
  const secrets: HttpSecrets = (await authorise?.apply(credential, leaving)) ?? {}
  const all = Object.entries({ ...headers, ...secrets.headers })
  const sent = Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method,
    url: withQuery(url, secrets),
    headers: sent,
    body: form ? readForm(form) : readBody(body, sent['content-type']),
    text: body ?? '',
    leftAt: NOON,
  }
}

/** Texts of each name; of a file what it is called. */
function readForm(form: readonly FormPart[]): JsonValue {
  const names = [...new Set(form.map(({ name }) => name))]
  const told = (part: FormPart) => ('value' in part ? part.value : part.fileName)
  return Object.fromEntries(names.map((name) => [name, form.filter((part) => part.name === name).map(told)]))
}

function withQuery(address: string, { base = '', query = {} }: HttpSecrets): URL {
  const url = new URL(`${base.replace(/\/$/, '')}${address}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function readBody(body: string | undefined, type = ''): JsonValue {
  if (body === undefined) return null
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body))
  if (type === 'application/x-ndjson') {
    return body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
