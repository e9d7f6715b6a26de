import { parseUrl } from './parse-url.ts'
import { escapeUrl } from './url-escape.ts'
import {
  isSpecial,
  readAuthority,
  readHash,
  readHost,
  readPath,
  readPort,
  readSearch,
  type UrlParts,
} from './url-parts.ts'
import { renewParams, URLSearchParams, watchParams } from './url-search-params.ts'

/** What stands before the first sign that ends a host. */
function hostPart(value: unknown): string {
  return String(value).split(/[/?#\\]/)[0] ?? ''
}

/** `URL` after the standard, for the forms that programs meet. */
class Url {
  #parts: UrlParts
  readonly #params: URLSearchParams
  static {
    Object.defineProperty(Url, 'name', { value: 'URL' })
  }
  constructor(input: unknown, base?: unknown) {
    this.#parts = parseUrl(input, base === undefined ? undefined : parseUrl(base))
    this.#params = new URLSearchParams(this.#parts.search)
    watchParams(this.#params, () => {
      const query = this.#params.toString()
      this.#parts.search = query === '' ? '' : `?${query}`
    })
  }
  static canParse(input: unknown, base?: unknown): boolean {
    return Url.parse(input, base) !== null
  }
  static parse(input: unknown, base?: unknown): Url | null {
    try {
      return new Url(input, base)
    } catch {
      return null
    }
  }
  get [Symbol.toStringTag](): string {
    return 'URL'
  }
  /** A part that cannot be read leaves the URL as it is. */
  #change(read: (parts: UrlParts) => Partial<UrlParts>): void {
    try {
      Object.assign(this.#parts, read(this.#parts))
    } catch {
      return
    }
  }
  get href(): string {
    const { protocol, username, password, hostname, pathname, search, hash } = this.#parts
    if (hostname === null)
      return `${protocol}${pathname.startsWith('//') ? '/.' : ''}${pathname}${search}${hash}`
    const secret = password === '' ? '' : `:${password}`
    const user = username + password === '' ? '' : `${username}${secret}@`
    return `${protocol}//${user}${this.host}${pathname}${search}${hash}`
  }
  set href(value: unknown) {
    this.#parts = parseUrl(value)
    renewParams(this.#params, this.#parts.search)
  }
  get origin(): string {
    const { protocol } = this.#parts
    return isSpecial(protocol) && protocol !== 'file:' ? `${protocol}//${this.host}` : 'null'
  }
  get protocol(): string {
    return this.#parts.protocol
  }
  set protocol(value: unknown) {
    this.#change(({ protocol, port }) => {
      const [, name = ''] = /^([a-z][a-z0-9+.-]*):?/i.exec(String(value)) ?? []
      const next = `${name.toLowerCase()}:`
      const isKept = name === '' || isSpecial(next) !== isSpecial(protocol)
      return isKept ? {} : { protocol: next, port: readPort(port, next) }
    })
  }
  get username(): string {
    return this.#parts.username
  }
  set username(value: unknown) {
    this.#change(({ hostname }) => (hostname ? { username: escapeUrl.user(value) } : {}))
  }
  get password(): string {
    return this.#parts.password
  }
  set password(value: unknown) {
    this.#change(({ hostname }) => (hostname ? { password: escapeUrl.user(value) } : {}))
  }
  get host(): string {
    return this.hostname + (this.#parts.port === '' ? '' : `:${this.#parts.port}`)
  }
  set host(value: unknown) {
    this.#change(({ protocol, port: old }) => {
      const authority = hostPart(value)
      const { hostname, port } = readAuthority(authority, protocol)
      return { hostname, port: /:\d*$/.test(authority) ? port : old }
    })
  }
  get hostname(): string {
    return this.#parts.hostname ?? ''
  }
  set hostname(value: unknown) {
    this.#change(({ protocol }) => ({ hostname: readHost(hostPart(value), protocol) }))
  }
  get port(): string {
    return this.#parts.port
  }
  set port(value: unknown) {
    this.#change(({ protocol }) => {
      if (String(value) === '') return { port: '' }
      const [digits] = /^[0-9]+/.exec(String(value)) ?? []
      return digits === undefined ? {} : { port: readPort(digits, protocol) }
    })
  }
  get pathname(): string {
    return this.#parts.pathname
  }
  set pathname(value: unknown) {
    this.#change(({ protocol, isOpaque }) => {
      const slash = isSpecial(protocol) ? /^[\\/]/ : /^\//
      return isOpaque ? {} : { pathname: readPath(String(value).replace(slash, ''), protocol) }
    })
  }
  get search(): string {
    return this.#parts.search === '?' ? '' : this.#parts.search
  }
  set search(value: unknown) {
    this.#change(({ protocol }) => ({
      search: value === '' ? '' : readSearch(`?${String(value).replace(/^\?/, '')}`, protocol),
    }))
    renewParams(this.#params, this.#parts.search)
  }
  get hash(): string {
    return this.#parts.hash === '#' ? '' : this.#parts.hash
  }
  set hash(value: unknown) {
    this.#change(() => ({ hash: value === '' ? '' : readHash(`#${String(value).replace(/^#/, '')}`) }))
  }
  get searchParams(): URLSearchParams {
    return this.#params
  }
  toString(): string {
    return this.href
  }
  toJSON(): string {
    return this.href
  }
}

export { Url as URL }
