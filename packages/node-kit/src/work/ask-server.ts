import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import type { HttpReply, HttpRequest } from '../call-requests.ts'
import { readRefusal } from './read-refusal.ts'

/** What a status means, for a model and for people; servers say the rest in their own words. */
const MEANINGS: Record<number, string> = {
  400: 'it does not understand the request',
  401: 'it does not accept the key. Check the credential of the node',
  402: 'the account has no credit left',
  403: 'the key may not do this. Check the credential of the node',
  404: 'there is nothing at this address',
  408: 'it took too long',
  410: 'there is nothing at this address any more',
  422: 'it does not understand the request',
  429: 'there were too many requests. Wait before you try again',
}

/** Statuses at which what the server says is about the request, which the model can mend. */
const ABOUT_THE_REQUEST = [400, 404, 409, 410, 413, 415, 422]
const LONGEST_REASON = 500

/** What a server is called in words for people, and what of its replies is not told. */
export interface ServerManners {
  label: string
  /** Statuses that are answers, besides those of success. */
  answers?: number[]
  /** Values that must not stand in what is told: headers that the author wrote. */
  hidden?: string[]
  /** Tells what the server says at every status: it is read by an author, and by no model. */
  tellsAll?: boolean
}

/** Asks a server. @throws RunnelError `upstream_error` in plain words when it refuses */
export async function askServer(
  call: CallContext,
  request: HttpRequest,
  { answers = [], ...manners }: ServerManners,
): Promise<HttpReply> {
  const reply = await call.http(request)
  const { status } = reply
  if ((status >= 200 && status < 300) || answers.includes(status)) return reply
  throw new RunnelError('upstream_error', tellRefusal(reply, manners))
}

/** What the refusal of a server means, in plain words. */
export function tellRefusal(reply: HttpReply, { label, hidden = [], tellsAll }: ServerManners): string {
  const { status } = reply
  const meaning = MEANINGS[status] ?? (status >= 500 ? 'it has a fault of its own. Try again later' : '')
  const words = meaning === '' ? '.' : `: ${meaning}.`
  const reason = hideValues(readReason(reply, tellsAll), hidden)
  return `${label} answered with status ${status}${words}${reason === '' ? '' : ` It says: ${reason}`}`
}

/** Asks a server for JSON. @throws RunnelError `upstream_error` when it refuses, or answers something else */
export async function askForJson(
  call: CallContext,
  request: HttpRequest,
  manners: ServerManners,
): Promise<JsonValue> {
  const { body } = await askServer(call, request, manners)
  try {
    const parsed: JsonValue = JSON.parse(body)
    return parsed
  } catch (cause) {
    throw new RunnelError('upstream_error', `${manners.label} gave an answer that cannot be read.`, { cause })
  }
}

/** The address with these query params; what is absent or empty is left out, of lists every value is sent. */
export function addQuery(address: string, params: JsonObject): string {
  if (!URL.canParse(address)) {
    throw new RunnelError('invalid_input', `“${address.slice(0, 200)}” is no address of the web.`)
  }
  const url = new URL(address)
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const),
  )
  for (const [name, value] of pairs) {
    if (value === null || value === undefined || value === '') continue
    url.searchParams.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return url.href
}

/** Takes values out of a text, and what stands behind the first word of one (`Bearer …`). */
export function hideValues(text: string, values: string[]): string {
  let told = text
  for (const value of values) {
    for (const secret of [value, value.slice(value.indexOf(' ') + 1)])
      if (secret.length >= 8) told = told.replaceAll(secret, '•••')
  }
  return told
}

function readReason({ status, body, isBase64 }: HttpReply, tellsAll = false): string {
  if (isBase64 === true || !(tellsAll || ABOUT_THE_REQUEST.includes(status))) return ''
  const text = readRefusal(body)
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text
}
