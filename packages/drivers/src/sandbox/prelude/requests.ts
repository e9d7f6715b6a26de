/** `fetch` and `Headers`, by the broker of the run. Evaluated in QuickJS alone. */
export const REQUESTS = `
(({ call, part }) => {
  const { parse } = JSON
  const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'
  const isForm = (body) => Object.prototype.toString.call(body) === '[object URLSearchParams]'

  class Headers {
    #map = new Map()
    constructor(init = {}) {
      const pairs = init instanceof Headers || Array.isArray(init) ? [...init] : Object.entries(init ?? {})
      for (const [name, value] of pairs) {
        if (value !== undefined && value !== null) this.set(name, value)
      }
    }
    get(name) { return this.#map.get(String(name).toLowerCase()) ?? null }
    has(name) { return this.#map.has(String(name).toLowerCase()) }
    set(name, value) { this.#map.set(String(name).toLowerCase(), String(value)) }
    append(name, value) { this.set(name, this.has(name) ? this.get(name) + ', ' + value : value) }
    delete(name) { this.#map.delete(String(name).toLowerCase()) }
    forEach(run) { for (const [name, value] of this.#map) run(value, name, this) }
    keys() { return this.#map.keys() }
    values() { return this.#map.values() }
    entries() { return this.#map.entries() }
    [Symbol.iterator]() { return this.#map.entries() }
  }
  const request = ({ url, method, headers, body }) =>
    call('fetch', { url: String(url), method: String(method || 'GET').toUpperCase(), headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) })

  const fetch = async (input, init = {}) => {
    const given = typeof input === 'object' && input !== null && 'url' in input ? { ...input, ...init } : init
    const body = given.body === undefined || given.body === null ? undefined : String(given.body)
    const url = given.url ?? input
    const headers = new Headers(given.headers)
    if (isForm(given.body) && !headers.has('content-type')) headers.set('content-type', FORM)
    const answer = await request({ url, method: given.method, headers, body })
    const text = async () => answer.body
    return {
      ok: answer.status >= 200 && answer.status < 300,
      status: answer.status,
      statusText: answer.statusText,
      url: String(url),
      headers: new Headers(answer.headers),
      text,
      arrayBuffer: async () => part('textEncoding').encodeUtf8(answer.body).buffer,
      json: async () => parse(answer.body),
    }
  }
  fetch.default = fetch
  return { fetch, Headers, request, isForm }
})
`
