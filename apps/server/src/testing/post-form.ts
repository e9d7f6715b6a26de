import type { TestServer } from './test-server.ts'

/** Files of a form. */
export type FormFiles = [name: string, content: string | Uint8Array][]

/** What was answered; `body` is that of a JSON answer. */
export interface FormAnswer {
  status: number
  text: string
  body: Record<string, unknown>
  headers: Headers
}

type Form = { files?: FormFiles; fields?: Record<string, string>; headers?: Record<string, string> }

/** Posts files, and what a form has besides, to paths of the server that runs by then. */
export const postingTo =
  (server: () => Pick<TestServer, 'origin'>) =>
  (path: string, files: FormFiles, more: Omit<Form, 'files'> = {}) =>
    postForm(server(), path, { files, ...more })

/** Posts a form to a path of the API as a stranger does, or with headers. */
export async function postForm(
  { origin }: Pick<TestServer, 'origin'>,
  path: string,
  form: Form,
): Promise<FormAnswer> {
  const { files = [], fields = {}, headers = {} } = form
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const [name, content] of files)
    data.append('files', new File([content as Uint8Array<ArrayBuffer>], name))
  const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', body: data, headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, text, body: isJson ? JSON.parse(text) : {}, headers: response.headers }
}
