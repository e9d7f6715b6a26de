import { ADMINISTRATOR } from './administrator.ts'

const INTERNAL = { 'x-request-from': 'internal', 'content-type': 'application/json' }

/** The API as the signed-in administrator, beside the browser: to prepare what a journey is not about. */
export interface ApiCaller {
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  get<T>(path: string): Promise<T>
  delete(path: string): Promise<unknown>
}

/** Signs in as the administrator, in a session of its own. */
export async function openApi(address: string): Promise<ApiCaller> {
  const { email, password } = ADMINISTRATOR
  const signedIn = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { ...INTERNAL, origin: address },
    body: JSON.stringify({ email, password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`${address}/api/v1${path}`, {
      ...init,
      headers: { ...INTERNAL, origin: address, cookie },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<T>
  }
  return {
    get: (path) => call(path, {}),
    delete: (path) => call(path, { method: 'DELETE', body: '{}' }),
    put: (path, body) => call(path, { method: 'PUT', body: JSON.stringify(body) }),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}
