/** `URLSearchParams`. Evaluated in QuickJS alone. */
export const URL_SEARCH_PARAMS = String.raw`
(({ part }) => {
  const { encodeUtf8, decodeUtf8, wellFormed } = part('textEncoding')

  const percentDecode = (text) => {
    if (!text.includes('%')) return wellFormed(text)
    const bytes = encodeUtf8(text)
    const out = []
    for (let at = 0; at < bytes.length; at += 1) {
      const pair = bytes[at] === 37 ? String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0) : ''
      const isCode = /^[0-9a-f]{2}$/i.test(pair)
      out.push(isCode ? parseInt(pair, 16) : bytes[at])
      if (isCode) at += 2
    }
    return decodeUtf8(Uint8Array.from(out))
  }
  const hex = (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase()
  const encode = (text) => encodeURIComponent(wellFormed(text)).replace(/%20/g, '+').replace(/[!'()~]/g, hex)
  const decode = (text) => percentDecode(text.replace(/\+/g, ' '))
  const readQuery = (text) => text.replace(/^\?/, '').split('&').filter((pair) => pair !== '').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
  })
  const readPairs = (init) => {
    if (init === undefined) return []
    if (init === null || typeof init !== 'object') return readQuery(wellFormed(init))
    const pairs = init[Symbol.iterator] ? Array.from(init, (pair) => Array.from(pair)) : Object.entries(init)
    if (pairs.some((pair) => pair.length !== 2)) throw new TypeError('URLSearchParams takes pairs of a name and a value')
    return pairs.map(([name, value]) => [wellFormed(name), wellFormed(value)])
  }

  // For the URL that owns the params: to hear of changes, and to put another query in.
  let watch
  let renew

  class URLSearchParams {
    #pairs
    #changed = () => {}
    static {
      watch = (params, changed) => { params.#changed = changed }
      renew = (params, query) => { params.#pairs = readQuery(query) }
    }
    constructor(init) { this.#pairs = readPairs(init) }
    get [Symbol.toStringTag]() { return 'URLSearchParams' }
    get size() { return this.#pairs.length }
    #become(pairs) {
      this.#pairs = pairs
      this.#changed()
    }
    append(name, value) { this.#become([...this.#pairs, [wellFormed(name), wellFormed(value)]]) }
    delete(name, value) {
      this.#become(this.#pairs.filter((pair) => pair[0] !== String(name) || (value !== undefined && pair[1] !== String(value))))
    }
    get(name) { return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null }
    getAll(name) { return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]) }
    has(name, value) {
      return this.#pairs.some((pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value)))
    }
    set(name, value) {
      const at = this.#pairs.findIndex((pair) => pair[0] === String(name))
      if (at < 0) return this.append(name, value)
      const others = this.#pairs.filter((pair, index) => index <= at || pair[0] !== String(name))
      this.#become(others.with(at, [String(name), wellFormed(value)]))
    }
    sort() { this.#become([...this.#pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) }
    forEach(run, self) { for (const [name, value] of this.#pairs) run.call(self, value, name, this) }
    *keys() { for (const [name] of this.#pairs) yield name }
    *values() { for (const [, value] of this.#pairs) yield value }
    *entries() { for (const [name, value] of this.#pairs) yield [name, value] }
    [Symbol.iterator]() { return this.entries() }
    toString() { return this.#pairs.map(([name, value]) => encode(name) + '=' + encode(value)).join('&') }
  }
  return { URLSearchParams, percentDecode, watch, renew }
})
`
