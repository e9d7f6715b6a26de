/** `axios`, by the broker of the run. Evaluated in QuickJS alone. */
export const AXIOS = String.raw`
(({ part }) => {
  const { parse, stringify } = JSON
  const { Headers, request, isForm } = part('requests')
  const toBasic = ({ username = '', password = '' }) =>
    part('base64').btoa(part('textEncoding').toBinary(part('textEncoding').encodeUtf8(username + ':' + password)))

  const encodeParams = (params) => Object.entries(params ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((one) => [name + '[]', one]) : [[name, value]]))
    .map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(typeof value === 'object' ? stringify(value) : value))
    .join('&')

  const fullUrl = ({ baseURL, url: address = '', params }) => {
    const url = String(address)
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url)
    const base = baseURL && !isAbsolute ? baseURL.replace(/\/+$/, '') + (url ? '/' + url.replace(/^\/+/, '') : '') : url
    const query = typeof params === 'string' || isForm(params) ? String(params) : encodeParams(params)
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
    let body = isForm(config.data) ? String(config.data) : config.data
    if (config.auth) headers.set('authorization', 'Basic ' + toBasic(config.auth))
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
    const axios = (first, second = {}) => send(merge(typeof first === 'string' || Object.prototype.toString.call(first) === '[object URL]' ? { ...second, url: first } : first ?? {}))
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
  return { axios }
})
`
