import { errorMessage, isRunnelError, RunnelError } from '@runnel/contract'
import { scrubber } from '@runnel/drivers'
import type { HttpReply, HttpRequest, HttpSecrets } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { hideHeaders, NO_SECRETS, type RunSecrets, sendingSecrets, withoutValues } from '../run-secrets.ts'
import type { FormBody } from './form-body.ts'

const DEFAULT_TIMEOUT_MS = 60_000
const LARGEST_BODY = 10_000_000
const SHORTEST_IN_BYTES = 8

/** What goes along with a request. */
interface Leaving {
  signal: AbortSignal
  /** Of its credential. */
  secrets: HttpSecrets
  form?: FormBody | undefined
  /** Secret variables whose marks it may hold. */
  variables?: RunSecrets | undefined
}

/**
 * A request of a node or a tool through the egress guard; a body of more than 10 MB is refused. Secrets that the server
 * repeats, of a credential or of variables, are taken out of its reply.
 */
export async function requestOutside(
  context: OperationContext,
  request: HttpRequest,
  { signal, secrets, form, variables = NO_SECRETS }: Leaving,
): Promise<HttpReply> {
  const { method = 'GET', headers = {}, body, timeoutMs = DEFAULT_TIMEOUT_MS } = request
  const url = withQuery(placeBehind(secrets.base, request.url), secrets.query ?? {})
  try {
    const init = {
      method,
      headers: { ...headers, ...secrets.headers, ...(form && { 'content-type': form.contentType }) },
      ...bodyOf(body, form),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }
    const response = await sendingSecrets(context.egress, variables)(url, init, namingOf(request))
    const { status, statusText } = response
    const reply = { headers: Object.fromEntries(response.headers), ...(await readBody(response)) }
    return {
      status,
      ...withoutSecrets(statusText === '' ? reply : { ...reply, statusText }, secrets, variables),
    }
  } catch (error) {
    if (signal.aborted) throw error
    if (isRunnelError(error)) throw withoutValues(error, variables)
    const host = URL.canParse(url) ? new URL(url).host : 'the address'
    const fault = isTimeout(error)
      ? `took longer than ${timeoutMs / 1000} seconds.`
      : `failed: ${variables.hide(errorMessage(error))}`
    throw new RunnelError('step_failed', `The request to ${host} ${fault}`, { cause: error })
  }
}

/** Who named the host, where it was not its author: what the operator opened may not be open to it. */
function namingOf({ purpose, namedBy }: HttpRequest): Pick<HttpRequest, 'purpose' | 'namedBy'> {
  return { ...(purpose && { purpose }), ...(namedBy !== undefined && { namedBy }) }
}

function bodyOf(body: string | undefined, form: FormBody | undefined): Pick<RequestInit, 'body'> {
  if (form) return { body: form.bytes }
  return body === undefined ? {} : { body }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** Some servers repeat the key that they refuse. A header is known whole, and by what stands behind `Bearer`. */
function withoutSecrets(
  { headers, body, isBase64, statusText }: Omit<HttpReply, 'status'>,
  { headers: sent = {}, query = {} }: HttpSecrets,
  variables: RunSecrets,
): Omit<HttpReply, 'status'> {
  const values = Object.values(sent).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
  const known = [...values, ...Object.values(query)]
  const hideCredential = scrubber(known)
  const hide = (text: string) => variables.hide(hideCredential(text))
  // A short text stands in the letters of bytes by chance.
  const hideLong = scrubber(known.filter(({ length }) => length >= SHORTEST_IN_BYTES))
  const hideInBytes = (text: string) => variables.hide(hideLong(text))
  return {
    ...(statusText !== undefined && { statusText: hide(statusText) }),
    headers: hideHeaders(headers, hide),
    ...(isBase64 === true ? { body: hideInBytes(body), isBase64 } : { body: hide(body) }),
  }
}

/** The address of a request whose credential holds the server's. */
function placeBehind(base: string | undefined, path: string): string {
  if (base === undefined) return path
  const address = base.endsWith('/') ? base.slice(0, -1) : base
  if (/^https?:/i.test(address) && URL.canParse(address)) return `${address}${path}`
  throw new RunnelError(
    'missing_credential',
    'The credential has no address, or one that is none of the web. Open it and write the address with https://.',
  )
}

function withQuery(address: string, query: Record<string, string>): string {
  if (!URL.canParse(address)) {
    throw new RunnelError('invalid_input', `“${address.slice(0, 200)}” is no address of the web.`)
  }
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

async function readBody(response: Response): Promise<Pick<HttpReply, 'body' | 'isBase64'>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > LARGEST_BODY) throw new Error(`the answer is larger than ${LARGEST_BODY / 1_000_000} MB`)
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  const isText = isTextual(response.headers.get('content-type') ?? 'text/plain')
  return isText
    ? { body: decode(bytes, response.headers.get('content-type') ?? '') }
    : { body: bytes.toString('base64'), isBase64: true }
}

/** Words of the types whose bodies are text: `application/x-amz-json-1.0` is one, a document of Office none. */
const TEXTUAL = ['json', 'ndjson', 'jsonl', 'xml', 'yaml', 'javascript', 'urlencoded']

/** Text in the letters that its type names; in UTF-8 where it names none, or none that is known. */
function decode(bytes: Buffer, type: string): string {
  const [, charset = 'utf-8'] = /charset="?([\w:.-]+)/i.exec(type) ?? []
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

function isTextual(type: string): boolean {
  const [kind, name = ''] = (type.split(';')[0] ?? '').trim().toLowerCase().split('/')
  return (
    kind === 'text' || (kind === 'application' && name.split(/[.+-]/).some((word) => TEXTUAL.includes(word)))
  )
}
