/** One request that a stranger could send, made when it is sent: some weigh 50 MB. */
export interface AnonymousRequest {
  name: string
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: () => Buffer | string
}
