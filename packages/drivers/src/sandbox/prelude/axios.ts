import { btoa } from './base64.ts'
import { Headers, type HostResponse, isForm, request } from './requests.ts'
import { encodeUtf8, toBinary } from './utf8.ts'

const { parse, stringify } = JSON

/** What a call may say. Its author is not checked: each part is read with care. */
interface Config {
  url?: unknown
  baseURL?: string
  method?: unknown
  params?: unknown
  data?: unknown
  headers?: Record<string, unknown>
  auth?: { username?: string; password?: string }
  responseType?: string
  validateStatus?: ((status: number) => boolean) | null
}

function toBasic({ username = '', password = '' }: NonNullable<Config['auth']>): string {
  return btoa(toBinary(encodeUtf8(`${username}:${password}`, Uint8Array)))
}

function encodeParam(name: string, value: unknown): string {
  const text = typeof value === 'object' ? stringify(value) : String(value)
  return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`
}

function encodeParams(params: unknown): string {
  if (typeof params === 'string' || isForm(params)) return String(params)
  return Object.entries(params ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((one: unknown) => encodeParam(`${name}[]`, one))
        : encodeParam(name, value),
    )
    .join('&')
}

function withoutSlashesAtTheEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

function join(base: string, url: string): string {
  return withoutSlashesAtTheEnd(base) + (url ? `/${url.replace(/^\/+/, '')}` : '')
}

function fullUrl({ baseURL, url: address = '', params }: Config): string {
  const url = String(address)
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url)
  const base = baseURL && !isAbsolute ? join(baseURL, url) : url
  const query = encodeParams(params)
  return query === '' ? base : base + (base.includes('?') ? '&' : '?') + query
}

interface AxiosResponse {
  data: unknown
  status: number
  statusText: string
  headers: Record<string, string>
  config: Config
}

interface Circumstances {
  config: Config
  response?: AxiosResponse
  cause?: unknown
}

class AxiosError extends Error {
  constructor(message: string, code: unknown, { config, response, cause }: Circumstances) {
    super(message, cause === undefined ? undefined : { cause })
    const status = response?.status
    Object.assign(this, { name: 'AxiosError', isAxiosError: true, code, config, response, status })
  }
}

function readData(text: string, responseType: string | undefined): unknown {
  if (responseType === 'text') return text
  try {
    return parse(text)
  } catch {
    return text
  }
}

/** The body as text; its type is said where the caller says none. */
function writeData(data: unknown, headers: Headers): string | undefined {
  if (data === undefined || data === null) return undefined
  const isText = typeof data === 'string' || isForm(data)
  if (!headers.has('content-type'))
    headers.set('content-type', isText ? 'application/x-www-form-urlencoded' : 'application/json')
  return isText ? String(data) : stringify(data)
}

async function ask(config: Config): Promise<HostResponse> {
  const headers = new Headers(config.headers)
  if (config.auth) headers.set('authorization', `Basic ${toBasic(config.auth)}`)
  if (!headers.has('accept')) headers.set('accept', 'application/json, text/plain, */*')
  const body = writeData(config.data, headers)
  try {
    return await request({ url: fullUrl(config), method: config.method, headers, body })
  } catch (cause) {
    const { message, code = 'ERR_NETWORK' } = cause as Error & { code?: unknown }
    throw new AxiosError(message, code, { config, cause })
  }
}

function isFine({ validateStatus }: Config, status: number): boolean {
  return validateStatus ? validateStatus(status) : validateStatus === null || status < 400
}

async function send(config: Config): Promise<AxiosResponse> {
  const { status, statusText, headers, body } = await ask(config)
  const response = { data: readData(body, config.responseType), status, statusText, headers, config }
  if (isFine(config, status)) return response
  const code = status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE'
  throw new AxiosError(`Request failed with status code ${status}`, code, { config, response })
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' || Object.prototype.toString.call(value) === '[object URL]'
}

function makeAxios(defaults: Config) {
  const merge = (config: Config): Config => ({
    ...defaults,
    ...config,
    headers: { ...defaults.headers, ...config.headers },
  })
  const axios = (first?: unknown, second: Config = {}): Promise<AxiosResponse> =>
    send(merge(isAddress(first) ? { ...second, url: first } : (first ?? {})))
  const bare =
    (method: string) =>
    (url: unknown, config: Config = {}) =>
      axios({ ...config, url, method })
  const withData =
    (method: string) =>
    (url: unknown, data?: unknown, config: Config = {}) =>
      axios({ ...config, url, method, data })
  const methods = {
    request: axios,
    get: bare('get'),
    delete: bare('delete'),
    head: bare('head'),
    options: bare('options'),
    post: withData('post'),
    put: withData('put'),
    patch: withData('patch'),
    create: (config: Config = {}): unknown => makeAxios(merge(config)),
    isAxiosError: (error: unknown) => error instanceof AxiosError,
    defaults,
    AxiosError,
    default: axios,
  }
  return Object.assign(axios, methods)
}

/** `axios`, as far as functions in flows use it. */
export const axios = makeAxios({ headers: {} })
