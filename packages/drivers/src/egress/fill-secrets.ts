import { RunnelError } from '@runnel/contract'
import { scrubber } from '../vault/scrubber.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { isAtSecretHost } from './secret-hosts.ts'

/** What every mark begins with. Marks are made of letters, digits and hyphens that no encoding of a request changes. */
export const MARK_START = 'runnel-secret-'

/** A secret, and the mark that stands for it until a request leaves. */
export interface MarkedSecret {
  mark: string
  /** How people call it. */
  name: string
  /** Where it may go (`readSecretHost`). */
  hosts: readonly string[]
  /** Opens it; called when a request to one of its hosts leaves, and never else. */
  reveal(): string
}

/** The secrets whose marks requests may carry. */
export interface RequestSecrets {
  /** All of them; asked for when a request holds what looks like a mark. */
  list(): Promise<readonly MarkedSecret[]>
  /** False where nobody takes secrets out of what comes back: a request that holds a mark is refused then. */
  mayLeave?: boolean
}

/** A body as text, where it may hold a mark: of bytes one character for each, so that all else stays as it is. A stream is not looked through. */
function asText(body: OutgoingRequest['body']): string {
  if (typeof body === 'string') return body
  if (!(body instanceof Uint8Array)) return ''
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  return bytes.includes(MARK_START) ? bytes.toString('latin1') : ''
}

const BASIC = /^(basic +)([A-Za-z0-9+/_-]+=*)$/i

/** What stands in a header of sign-in by name and password. */
function readBasic(value: string): { scheme: string; plain: string } | undefined {
  const [, scheme, coded] = BASIC.exec(value) ?? []
  if (scheme === undefined || coded === undefined) return undefined
  return { scheme, plain: Buffer.from(coded, 'base64').toString() }
}

/** Every text of a request in which a mark may be found. */
function textsOf({ url, headers, body }: OutgoingRequest): string[] {
  const inHeaders = [...headers].flatMap(([name, value]) => [name, value, readBasic(value)?.plain ?? ''])
  return [url.href, asText(body), ...inHeaders]
}

const refuse = (message: string) => new RunnelError('egress_denied', message)

const placeOf = ({ protocol, host, origin }: URL) => (protocol === 'https:' ? host : origin)

/** A secret stands in the query, in the values of headers and in the body: nowhere else. */
function assertPlace({ name, mark }: MarkedSecret, { url, headers }: OutgoingRequest): void {
  const elsewhere = [url.pathname, url.username, url.password, url.hash, ...headers.keys()]
  if (elsewhere.some((text) => text.includes(mark))) {
    throw refuse(
      `The secret variable “${name}” stands in the path of an address, before its host, or in the name of a header. It can stand in the query, in the value of a header and in the body.`,
    )
  }
}

/** @throws RunnelError `egress_denied` naming the variable and the host */
function assertHost({ name, hosts, mark }: MarkedSecret, url: URL): void {
  if (!url.hostname.includes(mark) && isAtSecretHost(hosts, url)) return
  const host = url.hostname.includes(mark) ? 'a host that it names itself' : placeOf(url)
  throw refuse(
    `The secret variable “${name}” may not go to ${host}, only to ${hosts.join(', ')}. Nothing was sent. Add the host to the variable, or take the variable out of the request.`,
  )
}

const isJson = (text: string, type: string): boolean => {
  if (type.includes('json')) return true
  if (!type.startsWith('text/plain')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const XML_SIGNS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** How a value is written in a body of this kind, so that it means itself. */
function writerFor(body: string, type: string): (value: string) => string {
  if (isJson(body, type)) return (value) => JSON.stringify(value).slice(1, -1)
  if (type.includes('x-www-form-urlencoded')) return encodeURIComponent
  if (/\b(?:xml|html)\b/.test(type))
    return (value) => value.replace(/[&<>"']/g, (sign) => XML_SIGNS[sign] ?? sign)
  return (value) => value
}

function fillHeaders(headers: Headers, { mark, name }: MarkedSecret, value: string): Headers {
  const filled = new Headers(headers)
  for (const [key, text] of headers) {
    const basic = readBasic(text)
    const coded = basic?.plain.includes(mark)
      ? basic.scheme + Buffer.from(basic.plain.replaceAll(mark, () => value)).toString('base64')
      : text.replaceAll(mark, () => value)
    if (coded === text) continue
    try {
      filled.set(key, coded)
    } catch {
      // The words of the fault would hold the value.
      throw refuse(`The value of the secret variable “${name}” cannot stand in a header.`)
    }
  }
  return filled
}

function fillBody(
  { body, headers }: OutgoingRequest,
  { mark }: MarkedSecret,
  value: string,
): OutgoingRequest['body'] {
  const text = asText(body)
  if (!text.includes(mark)) return body
  const written = writerFor(text, headers.get('content-type')?.toLowerCase() ?? '')(value)
  if (typeof body === 'string') return body.replaceAll(mark, () => written)
  const bytes = Buffer.from(written).toString('latin1')
  return new Uint8Array(
    Buffer.from(
      text.replaceAll(mark, () => bytes),
      'latin1',
    ),
  )
}

function fillOne(request: OutgoingRequest, secret: MarkedSecret, value: string): OutgoingRequest {
  const url = new URL(request.url)
  url.search = url.search.replaceAll(secret.mark, () => encodeURIComponent(value))
  const headers = fillHeaders(request.headers, secret, value)
  const body = fillBody(request, secret, value)
  if (body !== request.body) headers.delete('content-length')
  return { ...request, url, headers, body }
}

/** Whether an address holds a value, in whatever case: names of hosts have none. */
function holds(address: string, value: string): boolean {
  const lower = address.toLowerCase()
  return (
    scrubber([value, value.toLowerCase()])(address) !== address ||
    scrubber([value.toLowerCase()])(lower) !== lower
  )
}

/** Puts the values of secrets in the place of their marks, for one call and its redirects. */
export class SecretFilling {
  readonly #secrets: RequestSecrets
  readonly #sent = new Map<string, { secret: MarkedSecret; value: string }>()

  constructor(secrets: RequestSecrets) {
    this.#secrets = secrets
  }

  /**
   * The request as it leaves; the same one where it holds no mark.
   * @throws RunnelError `egress_denied` for a host that is not agreed to, or another place than query, header and body
   */
  async fill(request: OutgoingRequest): Promise<OutgoingRequest> {
    this.#assertNotLedAway(request.url)
    const texts = textsOf(request)
    if (!texts.some((text) => text.includes(MARK_START))) return request
    const named = (await this.#secrets.list()).filter(({ mark }) => texts.some((text) => text.includes(mark)))
    for (const secret of named) {
      if (this.#secrets.mayLeave === false)
        throw refuse(
          `The secret variable “${secret.name}” does not go along when a page or a file is read: it could be shown there. Nothing was sent.`,
        )
      assertHost(secret, request.url)
      assertPlace(secret, request)
    }
    return named.reduce((filled, secret) => {
      const value = secret.reveal()
      this.#sent.set(secret.mark, { secret, value })
      return fillOne(filled, secret, value)
    }, request)
  }

  /** A server that was given a secret may say it in the address to which it leads on. */
  #assertNotLedAway(url: URL): void {
    for (const { secret, value } of this.#sent.values())
      if (!isAtSecretHost(secret.hosts, url) && holds(url.href, value)) {
        // The host is not named: it may be the value.
        throw refuse(
          `The server led the secret variable “${secret.name}” on to a host to which it may not go. Nothing was sent there.`,
        )
      }
  }
}
