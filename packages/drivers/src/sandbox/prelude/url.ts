/** `URL` after the standard, for the forms that programs meet. Evaluated in QuickJS alone. */
export const URL_CLASS = String.raw`
(({ part }) => {
  const { URLSearchParams, watch, renew } = part('urlSearchParams')
  const { wellFormed } = part('textEncoding')
  const { hostOf, opaqueHostOf, fail } = part('urlHost')

  const PORTS = { __proto__: null, 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443', 'ftp:': '21', 'file:': '' }
  const isSpecial = (protocol) => protocol in PORTS
  const code = (sign) => {
    const point = sign.codePointAt(0)
    return point < 128 ? '%' + point.toString(16).toUpperCase().padStart(2, '0') : encodeURIComponent(sign)
  }
  const escaper = (pattern) => (text) => wellFormed(text).replace(pattern, code)
  const escapeControl = escaper(/[^\x20-\x7e]/gu)
  const escapeHash = escaper(/[^\x21-\x7e]|["<>\x60]/gu)
  const escapeQuery = escaper(/[^\x21-\x7e]|["#<>]/gu)
  const escapeSpecialQuery = escaper(/[^\x21-\x7e]|["#<>']/gu)
  const escapePath = escaper(/[^\x21-\x7e]|["#<>?^\x60{}]/gu)
  const escapeUser = escaper(/[^\x21-\x7e]|["#<>?\x60{}/:;=@[\\\]^|]/gu)

  const readPath = (text, protocol) => {
    const segments = []
    const given = text.split(isSpecial(protocol) ? /[\\/]/ : '/')
    given.forEach((segment, at) => {
      const isLast = at === given.length - 1
      const dots = segment.replace(/%2e/gi, '.')
      if (dots === '..') segments.pop()
      else if (dots !== '.') return segments.push(escapePath(segment))
      if (isLast) segments.push('')
    })
    return '/' + segments.join('/')
  }
  const readPort = (text, protocol) => {
    if (text === '') return ''
    if (!/^[0-9]+$/.test(text) || Number(text) > 65535) fail()
    return String(Number(text)) === PORTS[protocol] ? '' : String(Number(text))
  }
  const readHost = (text, protocol) => {
    if (!isSpecial(protocol)) return opaqueHostOf(escapeControl(text))
    if (protocol !== 'file:') return hostOf(text)
    const host = text === '' ? '' : hostOf(text)
    return host === 'localhost' ? '' : host
  }
  const readAuthority = (text, protocol) => {
    const at = text.lastIndexOf('@')
    const [user, ...password] = at < 0 ? [''] : text.slice(0, at).split(':')
    const [, name, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text.slice(at + 1)) ?? fail()
    if (name === '' && (at >= 0 || port !== '')) fail()
    return {
      username: escapeUser(user),
      password: escapeUser(password.join(':')),
      hostname: readHost(name, protocol),
      port: readPort(port, protocol),
    }
  }
  const NO_AUTHORITY = { username: '', password: '', hostname: null, port: '' }

  // Text behind the protocol, cut into what stands before the query, the query and the hash.
  const cut = (text) => {
    const [, before, query, hash] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(text)
    return { before, query, hash }
  }
  const readSearch = (query, protocol) =>
    query === undefined ? '' : '?' + (isSpecial(protocol) ? escapeSpecialQuery : escapeQuery)(query.slice(1))
  const readHash = (hash) => (hash === undefined ? '' : '#' + escapeHash(hash.slice(1)))

  const readAbsolute = (protocol, before) => {
    const slashes = isSpecial(protocol) ? /^[\\/]*/.exec(before)[0].length : 2
    const rest = before.slice(protocol === 'file:' ? Math.min(slashes, 2) : slashes)
    const end = rest.search(isSpecial(protocol) ? /[\\/]/ : /\//)
    const [authority, path] = end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end + 1)]
    const pathname = end < 0 && !isSpecial(protocol) ? '' : readPath(path, protocol)
    return { protocol, ...readAuthority(authority, protocol), pathname }
  }
  const readOther = (protocol, before) => {
    if (before.startsWith('//')) return readAbsolute(protocol, before)
    const pathname = before.startsWith('/') ? readPath(before.slice(1), protocol) : escapeControl(before)
    return { protocol, ...NO_AUTHORITY, pathname, isOpaque: !before.startsWith('/') }
  }
  const readRelative = (base, { before, query, hash }) => {
    const slash = isSpecial(base.protocol) ? /^[\\/]/ : /^\//
    const doubled = isSpecial(base.protocol) ? /^[\\/]{2}/ : /^\/\//
    if (base.isOpaque && (before !== '' || query !== undefined || hash === undefined)) fail()
    if (doubled.test(before)) return readAbsolute(base.protocol, before)
    if (before === '') return { ...base, search: query === undefined ? base.search : '' }
    const path = slash.test(before) ? before.slice(1) : base.pathname.slice(1, base.pathname.lastIndexOf('/') + 1) + before
    return { ...base, pathname: readPath(path, base.protocol), search: '' }
  }
  const parse = (input, base) => {
    const text = wellFormed(input).replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '')
    const [whole, scheme] = /^([a-z][a-z0-9+.-]*:)/i.exec(text) ?? ['']
    const protocol = scheme?.toLowerCase()
    const parts = cut(text.slice(whole.length))
    const isRelative = base?.protocol === protocol && isSpecial(protocol) && !/^[\\/]{2}/.test(parts.before)
    let read
    if (protocol === undefined || isRelative) read = base ? readRelative(base, parts) : fail()
    else read = isSpecial(protocol) ? readAbsolute(protocol, parts.before) : readOther(protocol, parts.before)
    const search = parts.query === undefined ? (read.search ?? '') : readSearch(parts.query, read.protocol)
    return { ...read, search, hash: readHash(parts.hash) }
  }

  class URL {
    #parts
    #params
    constructor(input, base) {
      this.#parts = parse(input, base === undefined ? undefined : parse(base))
      this.#params = new URLSearchParams(this.#parts.search)
      watch(this.#params, () => {
        const query = this.#params.toString()
        this.#parts.search = query === '' ? '' : '?' + query
      })
    }
    static canParse(input, base) {
      try { return Boolean(new URL(input, base)) } catch { return false }
    }
    static parse(input, base) {
      try { return new URL(input, base) } catch { return null }
    }
    get [Symbol.toStringTag]() { return 'URL' }
    // A part that cannot be read leaves the URL as it is.
    #change(read) {
      try { Object.assign(this.#parts, read(this.#parts)) } catch { return }
    }
    get href() {
      const { protocol, username, password, hostname, pathname, search, hash } = this.#parts
      const user = username + (password === '' ? '' : ':' + password) + (username + password === '' ? '' : '@')
      const gap = hostname === null && pathname.startsWith('//') ? '/.' : ''
      return protocol + (hostname === null ? gap : '//' + user + this.host) + pathname + search + hash
    }
    set href(value) {
      this.#parts = parse(value)
      renew(this.#params, this.#parts.search)
    }
    get origin() {
      const { protocol } = this.#parts
      return isSpecial(protocol) && protocol !== 'file:' ? protocol + '//' + this.host : 'null'
    }
    get protocol() { return this.#parts.protocol }
    set protocol(value) {
      this.#change(({ protocol, port }) => {
        const next = /^([a-z][a-z0-9+.-]*):?/i.exec(value)?.[1].toLowerCase() + ':'
        return isSpecial(next) === isSpecial(protocol) ? { protocol: next, port: readPort(port, next) } : {}
      })
    }
    get username() { return this.#parts.username }
    set username(value) { this.#change(({ hostname }) => (hostname ? { username: escapeUser(value) } : {})) }
    get password() { return this.#parts.password }
    set password(value) { this.#change(({ hostname }) => (hostname ? { password: escapeUser(value) } : {})) }
    get host() { return this.hostname + (this.#parts.port === '' ? '' : ':' + this.#parts.port) }
    set host(value) {
      this.#change(({ protocol, port: old }) => {
        const [authority] = String(value).split(/[/?#\\]/)
        const { hostname, port } = readAuthority(authority, protocol)
        return { hostname, port: /:\d*$/.test(authority) ? port : old }
      })
    }
    get hostname() { return this.#parts.hostname ?? '' }
    set hostname(value) {
      this.#change(({ protocol }) => ({ hostname: readHost(String(value).split(/[/?#\\]/)[0], protocol) }))
    }
    get port() { return this.#parts.port }
    set port(value) {
      this.#change(({ protocol }) => ({ port: String(value) === '' ? '' : readPort(/^[0-9]+/.exec(value)[0], protocol) }))
    }
    get pathname() { return this.#parts.pathname }
    set pathname(value) {
      this.#change(({ protocol, isOpaque }) =>
        isOpaque ? {} : { pathname: readPath(String(value).replace(isSpecial(protocol) ? /^[\\/]/ : /^\//, ''), protocol) })
    }
    get search() { return this.#parts.search === '?' ? '' : this.#parts.search }
    set search(value) {
      this.#change(({ protocol }) => ({ search: value === '' ? '' : readSearch('?' + String(value).replace(/^\?/, ''), protocol) }))
      renew(this.#params, this.#parts.search)
    }
    get hash() { return this.#parts.hash === '#' ? '' : this.#parts.hash }
    set hash(value) { this.#change(() => ({ hash: value === '' ? '' : readHash('#' + String(value).replace(/^#/, '')) })) }
    get searchParams() { return this.#params }
    toString() { return this.href }
    toJSON() { return this.href }
  }
  return { URL }
})
`
