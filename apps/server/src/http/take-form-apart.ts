import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { errorMessage, isRunnelError, RunnelError } from '@runnel/contract'
import { joinInTurns } from './join-in-turns.ts'

/** A file of a form. */
export interface FormFile {
  name: string
  bytes: Uint8Array
}

/** A form, taken apart. Of several fields of one name the last stands. */
export interface TakenForm {
  fields: Record<string, string>
  files: FormFile[]
}

/** Fields and files of a form together: each is work, however small. */
const MAX_PARTS = 300

/** Characters of all fields together. A question may be as long; files come as files. */
const MAX_FIELD_TEXT = 2_500_000

type Payload = AsyncIterable<Uint8Array>

interface PiecesOfForm {
  fields: Record<string, string>
  files: { name: string; pieces: Buffer[] }[]
}

/** One after the other, and the pieces of each are let go with it. */
async function joinFiles(files: PiecesOfForm['files']): Promise<FormFile[]> {
  const joined: FormFile[] = []
  for (const { name, pieces } of files) joined.push({ name, bytes: await joinInTurns(pieces.splice(0)) })
  return joined
}

/**
 * Takes a form apart piece by piece as it comes, so that nobody waits for it.
 * @throws RunnelError `body_too_large`, `invalid_input`
 */
export async function takeFormApart(
  headers: IncomingHttpHeaders,
  payload: Payload,
  limit: number,
): Promise<TakenForm> {
  const form: PiecesOfForm = { fields: {}, files: [] }
  try {
    const parser = openParser(headers, form)
    const finished = once(parser, 'finish')
    finished.catch(() => {})
    let size = 0
    for await (const piece of payload) {
      size += piece.length
      if (size > limit) throw tooLarge(`The form is larger than ${Math.floor(limit / 1024 / 1024)} MB.`)
      if (!parser.write(piece)) await Promise.race([once(parser, 'drain'), finished])
    }
    parser.end()
    await finished
    return { fields: form.fields, files: await joinFiles(form.files) }
  } catch (cause) {
    if (isRunnelError(cause)) throw cause
    throw new RunnelError('invalid_input', `The form cannot be read: ${errorMessage(cause)}`, { cause })
  }
}

function openParser(headers: IncomingHttpHeaders, form: PiecesOfForm): BusboyInstance {
  const contentType = headers['content-type'] ?? ''
  const parser = new Busboy({
    headers: { ...headers, 'content-type': contentType },
    limits: { parts: MAX_PARTS, fieldSize: MAX_FIELD_TEXT, headerPairs: 20 },
  })
  let text = 0
  const refuse = (message: string) => parser.destroy(tooLarge(message))
  parser.on('partsLimit', () =>
    refuse(`The form has more than ${MAX_PARTS} fields and files. Send them in several calls.`),
  )
  parser.on('field', (name, value) => {
    text += name.length + value.length
    if (text > MAX_FIELD_TEXT) refuse(`The fields of the form hold more than ${MAX_FIELD_TEXT} characters.`)
    form.fields[name] = value
  })
  parser.on('file', (_field, stream, name) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => form.files.push({ name, pieces }))
  })
  return parser
}

function tooLarge(message: string): RunnelError {
  return new RunnelError('body_too_large', message)
}
