import { randomBytes } from 'node:crypto'
import type { FakeRefusal } from './fake-openai-reply.ts'

/** What the server says to a call of `/files`: a JSON value, bytes, or a refusal. */
export type FilesAnswer = { value: object } | { bytes: Uint8Array; mediaType: string } | FakeRefusal

/** A call of `/files`: the part of the path behind it, and the body as it came. */
export interface FilesCall {
  method: string
  /** Empty, `/file-…` or `/file-…/content`. */
  rest: string
  bytes: Uint8Array
  contentType: string
}

/** Files that were uploaded to this server. */
export interface FakeFiles {
  has(id: string): boolean
  answer(call: FilesCall): Promise<FilesAnswer>
}

interface StoredFile {
  bytes: Uint8Array
  mediaType: string
  description: { id: string; [key: string]: unknown }
}

const CREATED = 1_767_355_200
const PURPOSES = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals']

/** Makes an empty store of files. */
export function createFakeFiles(): FakeFiles {
  const files = new Map<string, StoredFile>()
  return {
    has: (id) => files.has(id),
    answer: async (call) => {
      const [, id, part] = call.rest.split('/')
      if (id !== undefined) return answerOne(files, { id, part, method: call.method })
      if (call.method !== 'POST') {
        return { value: { object: 'list', data: [...files.values()].map(({ description }) => description) } }
      }
      const file = await readUpload(call)
      if ('status' in file) return file
      files.set(file.description.id, file)
      return { value: file.description }
    },
  }
}

interface FileCall {
  id: string
  part: string | undefined
  method: string
}

function answerOne(files: Map<string, StoredFile>, { id, part, method }: FileCall): FilesAnswer {
  const file = files.get(id)
  if (!file) return { status: 404, message: `No such File object: ${id}` }
  if (method === 'DELETE') {
    files.delete(id)
    return { value: { id, object: 'file', deleted: true } }
  }
  return part === 'content' ? { bytes: file.bytes, mediaType: file.mediaType } : { value: file.description }
}

async function readUpload({ bytes, contentType }: FilesCall): Promise<StoredFile | FakeRefusal> {
  const form = await readForm(bytes, contentType)
  const file = form?.get('file')
  const purpose = form?.get('purpose')
  if (!(file instanceof File)) return { status: 400, message: "'file' is a required property" }
  if (typeof purpose !== 'string') return { status: 400, message: "'purpose' is a required property" }
  if (!PURPOSES.includes(purpose)) {
    return { status: 400, message: `'${purpose}' is not one of ${JSON.stringify(PURPOSES)} - 'purpose'` }
  }
  if (file.size === 0) return { status: 400, message: 'File is empty.' }
  const id = `file-${randomBytes(12).toString('hex')}`
  return {
    bytes: await file.bytes(),
    mediaType: file.type || 'application/octet-stream',
    description: {
      id,
      object: 'file',
      bytes: file.size,
      created_at: CREATED,
      filename: file.name,
      purpose,
      status: 'processed',
    },
  }
}

function readForm(bytes: Uint8Array, contentType: string): Promise<FormData | undefined> {
  const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
  return body.formData().catch(() => undefined)
}
