import { callHost } from './call-host.ts'
import { encodeUtf8 } from './utf8.ts'

const { parse } = JSON
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'

/** An answer of the broker. */
export interface HostResponse {
  status: number
  statusText: string
  headers: Record<string, string>
  body: string
}

/** A request as it goes to the broker. */
export interface HostRequest {
  url: unknown
  method: unknown
  headers: Headers
  body: string | undefined
}

/** True for the fields of a form. */
export function isForm(body: unknown): boolean {
  return Object.prototype.toString.call(body) === '[object URLSearchParams]'
}

function pairsOf(init: unknown): [unknown, unknown][] {
  if (init instanceof Headers || Array.isArray(init)) return [...init]
  return Object.entries(init ?? {})
}

/** `Headers` of the standard. */
export class Headers {
  readonly #map = new Map<string, string>()
  constructor(init: unknown = {}) {
    for (const [name, value] of pairsOf(init)) {
      if (value !== undefined && value !== null) this.set(name, value)
    }
  }
  get(name: unknown): string | null {
    return this.#map.get(String(name).toLowerCase()) ?? null
  }
  has(name: unknown): boolean {
    return this.#map.has(String(name).toLowerCase())
  }
  set(name: unknown, value: unknown): void {
    this.#map.set(String(name).toLowerCase(), String(value))
  }
  append(name: unknown, value: unknown): void {
    this.set(name, this.has(name) ? `${this.get(name)}, ${value}` : value)
  }
  delete(name: unknown): void {
    this.#map.delete(String(name).toLowerCase())
  }
  forEach(run: (value: string, name: string, headers: Headers) => unknown): void {
    for (const [name, value] of this.#map) run(value, name, this)
  }
  keys(): MapIterator<string> {
    return this.#map.keys()
  }
  values(): MapIterator<string> {
    return this.#map.values()
  }
  entries(): MapIterator<[string, string]> {
    return this.#map.entries()
  }
  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.#map.entries()
  }
}

/** Sends a request by the broker of the run. */
export async function request({ url, method, headers, body }: HostRequest): Promise<HostResponse> {
  const payload = {
    url: String(url),
    method: String(method || 'GET').toUpperCase(),
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body }),
  }
  return (await callHost('fetch', payload)) as HostResponse
}

interface FetchInit {
  url?: unknown
  method?: unknown
  headers?: unknown
  body?: unknown
}

function responseOf(answer: HostResponse, url: unknown) {
  return {
    ok: answer.status >= 200 && answer.status < 300,
    status: answer.status,
    statusText: answer.statusText,
    url: String(url),
    headers: new Headers(answer.headers),
    text: async () => answer.body,
    arrayBuffer: async () => encodeUtf8(answer.body, Uint8Array).buffer,
    json: async (): Promise<unknown> => parse(answer.body),
  }
}

/** `fetch` of the standard, as far as functions in flows use it. */
export async function fetch(input: unknown, init: FetchInit = {}): Promise<ReturnType<typeof responseOf>> {
  const isRequest = typeof input === 'object' && input !== null && 'url' in input
  const given: FetchInit = isRequest ? { ...input, ...init } : init
  const body = given.body === undefined || given.body === null ? undefined : String(given.body)
  const url = given.url ?? input
  const headers = new Headers(given.headers)
  if (isForm(given.body) && !headers.has('content-type')) headers.set('content-type', FORM)
  return responseOf(await request({ url, method: given.method, headers, body }), url)
}
fetch.default = fetch
