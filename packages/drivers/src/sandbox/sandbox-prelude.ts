/**
 * Runs inside QuickJS before the user's code: makes console, timers, fetch, axios and require out of the three
 * host functions, and hands back what the host needs to set globals and to read results. A text, because it is
 * never run by Node.
 */
export const SANDBOX_PRELUDE = `
((hostCall, hostLog) => {
  const { parse, stringify } = JSON
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  const call = async (kind, payload) => {
    const answer = parse(await hostCall(kind, stringify(payload)))
    if (!answer.error) return answer.value
    throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
  }

  const show = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return String(value.stack ? value + '\\n' + value.stack : value)
    try { return stringify(value) ?? String(value) } catch { return String(value) }
  }
  const log = (...values) => hostLog(values.map(show).join(' '))
  define('console', { log, info: log, warn: log, error: log, debug: log, trace: log })

  let lastTimer = 0
  const timers = new Set()
  const startTimer = (again, run, ms = 0, ...args) => {
    const id = ++lastTimer
    timers.add(id)
    const tick = () => hostCall('sleep', stringify(Math.max(Number(ms) || 0, again ? 1 : 0))).then(() => {
      if (!timers.has(id)) return
      if (again) tick()
      else timers.delete(id)
      run(...args)
    })
    tick()
    return id
  }
  define('setTimeout', (run, ms, ...args) => startTimer(false, run, ms, ...args))
  define('setInterval', (run, ms, ...args) => startTimer(true, run, ms, ...args))
  define('setImmediate', (run, ...args) => startTimer(false, run, 0, ...args))
  define('clearTimeout', (id) => { timers.delete(id) })
  define('clearInterval', (id) => { timers.delete(id) })
  define('clearImmediate', (id) => { timers.delete(id) })
  define('queueMicrotask', (run) => { Promise.resolve().then(() => run()) })

  const utf8 = (text) => unescape(encodeURIComponent(text))
  const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const btoa = (input) => {
    const text = String(input)
    let out = ''
    for (let at = 0; at < text.length; at += 3) {
      const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
      if (a > 255 || b > 255 || c > 255) throw new RangeError('btoa takes characters up to U+00FF')
      const bits = (a << 16) | ((b || 0) << 8) | (c || 0)
      out += SIGNS[bits >> 18] + SIGNS[(bits >> 12) & 63]
      out += (b === b ? SIGNS[(bits >> 6) & 63] : '=') + (c === c ? SIGNS[bits & 63] : '=')
    }
    return out
  }
  const atob = (input) => {
    const text = String(input).replace(/[\\t\\n\\f\\r =]/g, '')
    let out = ''
    let bits = 0
    let count = 0
    for (const sign of text) {
      const value = SIGNS.indexOf(sign)
      if (value < 0) throw new TypeError('atob: the text is not base64')
      bits = (bits << 6) | value
      count += 6
      if (count < 8) continue
      count -= 8
      out += String.fromCharCode((bits >> count) & 255)
    }
    return out
  }
  define('btoa', btoa)
  define('atob', atob)

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
  define('Headers', Headers)

  const request = ({ url, method, headers, body }) =>
    call('fetch', { url: String(url), method: String(method || 'GET').toUpperCase(), headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) })

  const fetch = async (input, init = {}) => {
    const given = typeof input === 'object' && input !== null && 'url' in input ? { ...input, ...init } : init
    const body = given.body === undefined || given.body === null ? undefined : String(given.body)
    const url = given.url ?? input
    const answer = await request({ url, method: given.method, headers: new Headers(given.headers), body })
    const text = async () => answer.body
    return {
      ok: answer.status >= 200 && answer.status < 300,
      status: answer.status,
      statusText: answer.statusText,
      url: String(url),
      headers: new Headers(answer.headers),
      text,
      json: async () => parse(answer.body),
    }
  }
  fetch.default = fetch
  define('fetch', fetch)

  const encodeParams = (params) => Object.entries(params ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((one) => [name + '[]', one]) : [[name, value]]))
    .map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(typeof value === 'object' ? stringify(value) : value))
    .join('&')

  const fullUrl = ({ baseURL, url = '', params }) => {
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url)
    const base = baseURL && !isAbsolute ? baseURL.replace(/\\/+$/, '') + (url ? '/' + url.replace(/^\\/+/, '') : '') : url
    const query = typeof params === 'string' ? params : encodeParams(params)
    return query === '' ? base : base + (base.includes('?') ? '&' : '?') + query
  }

  class AxiosError extends Error {
    constructor(message, code, config, response) {
      super(message)
      Object.assign(this, { name: 'AxiosError', isAxiosError: true, code, config, response, status: response?.status })
    }
  }

  const readData = (text, responseType) => {
    if (responseType === 'text') return text
    try { return parse(text) } catch { return text }
  }

  const send = async (config) => {
    const headers = new Headers(config.headers)
    let body = config.data
    if (config.auth) headers.set('authorization', 'Basic ' + btoa(utf8((config.auth.username ?? '') + ':' + (config.auth.password ?? ''))))
    if (!headers.has('accept')) headers.set('accept', 'application/json, text/plain, */*')
    if (body !== undefined && body !== null && typeof body !== 'string') {
      body = stringify(body)
      if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    } else if (typeof body === 'string' && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    let answer
    try {
      answer = await request({ url: fullUrl(config), method: config.method, headers, body: body ?? undefined })
    } catch (error) {
      throw new AxiosError(error.message, error.code ?? 'ERR_NETWORK', config)
    }
    const response = {
      data: readData(answer.body, config.responseType),
      status: answer.status,
      statusText: answer.statusText,
      headers: answer.headers,
      config,
    }
    const isFine = config.validateStatus ? config.validateStatus(answer.status) : config.validateStatus === null || answer.status < 400
    if (isFine) return response
    const code = answer.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE'
    throw new AxiosError('Request failed with status code ' + answer.status, code, config, response)
  }

  const makeAxios = (defaults) => {
    const merge = (config) => ({ ...defaults, ...config, headers: { ...defaults.headers, ...config.headers } })
    const axios = (first, second = {}) => send(merge(typeof first === 'string' ? { ...second, url: first } : first ?? {}))
    axios.request = axios
    for (const method of ['get', 'delete', 'head', 'options']) axios[method] = (url, config = {}) => axios({ ...config, url, method })
    for (const method of ['post', 'put', 'patch']) axios[method] = (url, data, config = {}) => axios({ ...config, url, method, data })
    axios.create = (config = {}) => makeAxios(merge(config))
    axios.isAxiosError = (error) => error instanceof AxiosError
    axios.defaults = defaults
    axios.AxiosError = AxiosError
    axios.default = axios
    return axios
  }
  const axios = makeAxios({ headers: {} })
  define('axios', axios)

  const modules = { __proto__: null, axios, 'node-fetch': fetch }
  define('require', (name) => {
    const found = modules[name]
    if (found !== undefined) return found
    throw new Error("require('" + String(name) + "') is not available. Available are: " + Object.keys(modules).join(', '))
  })
  define('callTool', (name, args = null) => call('call', { name: String(name), args }))

  return {
    setGlobals: (json) => {
      for (const [name, value] of Object.entries(parse(json))) define(name, value)
    },
    serialize: (value) => stringify(value === undefined ? null : value) ?? 'null',
    describe: (error) => {
      try {
        if (!(error instanceof Error)) return stringify({ name: '', message: show(error), stack: '' })
        return stringify({ name: String(error.name), message: String(error.message), stack: String(error.stack) })
      } catch {
        return stringify({ name: '', message: 'The function threw something that cannot be shown', stack: '' })
      }
    },
  }
})
`
