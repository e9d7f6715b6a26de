/** An answer as a test looks at it; `body` is parsed JSON where it is JSON, else text. */
export interface TestAnswer<T = unknown> {
  status: number
  headers: Headers
  body: T
  text: string
}

/** Somebody who calls the API. Cookies that the server sets are kept, as a browser would, and secrets of runs. */
export interface TestCaller {
  call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<T>>
  /** Calls and fails unless the status is the expected one; gives the body. */
  expect<T = unknown>(status: number, method: string, path: string, body?: unknown): Promise<T>
  cookies: Map<string, string>
  /** The raw response, for streams. */
  open(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

function keepCookies(response: Response, cookies: Map<string, string>): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const value = pair.slice(at + 1)
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), value)
  }
}

/** What a caller was given with a run, for the routes of that run. */
function secretOf(path: string, secrets: ReadonlyMap<string, string>): Record<string, string> {
  const secret = secrets.get(/^\/runs\/([^/]+)/.exec(path)?.[1] ?? '')
  return secret ? { 'x-run-secret': secret } : {}
}

/** Makes a caller of the server at `origin`; it sends the internal header as our own pages do, unless overridden. */
export function createCaller(origin: string, fixedHeaders: Record<string, string> = {}): TestCaller {
  const cookies = new Map<string, string>()
  const runSecrets = new Map<string, string>()

  async function open(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const isJson = body !== undefined && typeof body !== 'string'
    const response = await fetch(
      path.startsWith('/api/') || path === '/' ? `${origin}${path}` : `${origin}/api/v1${path}`,
      {
        method,
        redirect: 'manual',
        headers: {
          'x-request-from': 'internal',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie === '' ? {} : { cookie }),
          ...secretOf(path, runSecrets),
          ...fixedHeaders,
          ...headers,
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string) }),
      },
    )
    keepCookies(response, cookies)
    const { headers: answered } = response
    runSecrets.set(answered.get('x-run-id') ?? '', answered.get('x-run-secret') ?? '')
    return response
  }

  async function call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<T>> {
    const response = await open(method, path, body, headers)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : text) as T,
    }
  }

  return {
    cookies,
    open,
    call,
    async expect<T>(status: number, method: string, path: string, body?: unknown) {
      const answer = await call<T>(method, path, body)
      if (answer.status !== status)
        throw new Error(`${method} ${path} answered ${answer.status}, not ${status}: ${answer.text}`)
      return answer.body
    },
  }
}
