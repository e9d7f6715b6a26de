import { failUrl } from './fail-url.ts'
import { escapeUrl } from './url-escape.ts'
import { hostOf, opaqueHostOf } from './url-host.ts'

const PORTS = new Map([
  ['http:', '80'],
  ['https:', '443'],
  ['ws:', '80'],
  ['wss:', '443'],
  ['ftp:', '21'],
  ['file:', ''],
])

/** The parts of a URL, each as the URL shows it; `hostname` is null where there is no `//`. */
export interface UrlParts {
  protocol: string
  username: string
  password: string
  hostname: string | null
  port: string
  pathname: string
  search: string
  hash: string
  /** The path is no list of segments, as in `mailto:`. */
  isOpaque?: boolean
}

/** True for the protocols whose addresses have hosts and paths as the web has them. */
export function isSpecial(protocol: string): boolean {
  return PORTS.has(protocol)
}

/** A path from its segments, `.` and `..` taken out; the text has no slash at its beginning. */
export function readPath(text: string, protocol: string): string {
  const segments: string[] = []
  const given = text.split(isSpecial(protocol) ? /[\\/]/ : '/')
  for (const [at, segment] of given.entries()) {
    const dots = segment.replace(/%2e/gi, '.')
    const isDots = dots === '.' || dots === '..'
    if (dots === '..') segments.pop()
    if (!isDots) segments.push(escapeUrl.path(segment))
    else if (at === given.length - 1) segments.push('')
  }
  return `/${segments.join('/')}`
}

/** A port; empty for the protocol's own. */
export function readPort(text: string, protocol: string): string {
  if (text === '') return ''
  if (!/^[0-9]+$/.test(text) || Number(text) > 65_535) failUrl()
  return String(Number(text)) === PORTS.get(protocol) ? '' : String(Number(text))
}

/** A host after the rules of its protocol. */
export function readHost(text: string, protocol: string): string {
  if (!isSpecial(protocol)) return opaqueHostOf(escapeUrl.control(text))
  if (protocol !== 'file:') return hostOf(text)
  const host = text === '' ? '' : hostOf(text)
  return host === 'localhost' ? '' : host
}

/** What stands between `//` and the path. */
export function readAuthority(
  text: string,
  protocol: string,
): Pick<UrlParts, 'username' | 'password' | 'port'> & { hostname: string } {
  const at = text.lastIndexOf('@')
  const [user = '', ...password] = at < 0 ? [''] : text.slice(0, at).split(':')
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text.slice(at + 1)) ?? failUrl()
  if (name === '' && (at >= 0 || port !== '')) failUrl()
  return {
    username: escapeUrl.user(user),
    password: escapeUrl.user(password.join(':')),
    hostname: readHost(name, protocol),
    port: readPort(port, protocol),
  }
}

/** A query with its `?`; empty for none. */
export function readSearch(query: string | undefined, protocol: string): string {
  if (query === undefined) return ''
  const escapeIt = isSpecial(protocol) ? escapeUrl.specialQuery : escapeUrl.query
  return `?${escapeIt(query.slice(1))}`
}

/** A hash with its `#`; empty for none. */
export function readHash(hash: string | undefined): string {
  return hash === undefined ? '' : `#${escapeUrl.hash(hash.slice(1))}`
}
