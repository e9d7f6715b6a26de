import { failUrl } from './fail-url.ts'
import { escapeUrl } from './url-escape.ts'
import { isSpecial, readAuthority, readHash, readPath, readSearch, type UrlParts } from './url-parts.ts'
import { wellFormed } from './utf8.ts'

const NO_AUTHORITY = { username: '', password: '', hostname: null, port: '' }

/** Text behind the protocol: what stands before the query, the query and the hash. */
interface Pieces {
  before: string
  query: string | undefined
  hash: string | undefined
}

type Main = Omit<UrlParts, 'search' | 'hash'> & { search?: string }

function cut(text: string): Pieces {
  const [, before = '', query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
  return { before, query, hash }
}

function slashesAtTheBeginning(text: string): number {
  let count = 0
  while (text[count] === '/' || text[count] === '\\') count += 1
  return count
}

function readAbsolute(protocol: string, before: string): Main {
  const slashes = isSpecial(protocol) ? slashesAtTheBeginning(before) : 2
  const rest = before.slice(protocol === 'file:' ? Math.min(slashes, 2) : slashes)
  const end = rest.search(isSpecial(protocol) ? /[\\/]/ : /\//)
  const [authority, path] = end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end + 1)]
  const pathname = end < 0 && !isSpecial(protocol) ? '' : readPath(path, protocol)
  return { protocol, ...readAuthority(authority, protocol), pathname }
}

function readOther(protocol: string, before: string): Main {
  if (before.startsWith('//')) return readAbsolute(protocol, before)
  const isOpaque = !before.startsWith('/')
  const pathname = isOpaque ? escapeUrl.control(before) : readPath(before.slice(1), protocol)
  return { protocol, ...NO_AUTHORITY, pathname, isOpaque }
}

/** The path of a relative address, without its first slash, on that of its base. */
function pathOn(base: UrlParts, before: string): string {
  const isFromRoot = isSpecial(base.protocol) ? /^[\\/]/.test(before) : before.startsWith('/')
  if (isFromRoot) return before.slice(1)
  return base.pathname.slice(1, base.pathname.lastIndexOf('/') + 1) + before
}

function readRelative(base: UrlParts, { before, query, hash }: Pieces): Main {
  const isDoubled = isSpecial(base.protocol) ? /^[\\/]{2}/.test(before) : before.startsWith('//')
  if (base.isOpaque && (before !== '' || query !== undefined || hash === undefined)) failUrl()
  if (isDoubled) return readAbsolute(base.protocol, before)
  if (before === '') return { ...base, search: query === undefined ? base.search : '' }
  return { ...base, pathname: readPath(pathOn(base, before), base.protocol), search: '' }
}

function readMain(protocol: string | undefined, pieces: Pieces, base: UrlParts | undefined): Main {
  const { before } = pieces
  if (protocol === undefined) return base ? readRelative(base, pieces) : failUrl()
  const isRelative = base?.protocol === protocol && isSpecial(protocol) && !/^[\\/]{2}/.test(before)
  if (isRelative) return readRelative(base, pieces)
  return isSpecial(protocol) ? readAbsolute(protocol, before) : readOther(protocol, before)
}

/** Control signs and blanks at both ends do not count. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 32) start += 1
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1
  return text.slice(start, end)
}

/** Takes an address apart; a relative one needs a base. @throws TypeError for what is no URL */
export function parseUrl(input: unknown, base?: UrlParts): UrlParts {
  const text = trim(wellFormed(input)).replace(/[\t\n\r]/g, '')
  const [scheme] = /^[a-z][a-z0-9+.-]*:/i.exec(text) ?? []
  const pieces = cut(text.slice(scheme?.length ?? 0))
  const main = readMain(scheme?.toLowerCase(), pieces, base)
  const search = pieces.query === undefined ? (main.search ?? '') : readSearch(pieces.query, main.protocol)
  return { ...main, search, hash: readHash(pieces.hash) }
}
