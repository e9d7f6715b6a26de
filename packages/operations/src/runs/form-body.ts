import { randomUUID } from 'node:crypto'
import { type FileSource, RunnelError } from '@runnel/contract'
import type { FormPart } from '@runnel/node-kit'

/** What a form may have in all, in bytes: it is held whole. */
const LARGEST_FORM = 100 * 1024 * 1024

/** A form as it is sent. */
export interface FormBody {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Writes a form as `multipart/form-data`. @throws RunnelError `limit_exceeded` for one of more than 100 MB */
export async function writeForm(
  parts: readonly FormPart[],
  readFile: (source: FileSource) => Promise<Uint8Array>,
): Promise<FormBody> {
  const boundary = `form-${randomUUID()}`
  const pieces: Uint8Array[] = []
  let size = 0
  const add = (piece: string | Uint8Array) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    size += bytes.length
    if (size > LARGEST_FORM)
      throw new RunnelError('limit_exceeded', 'The files of a request have more than 100 MB. Send fewer.')
    pieces.push(bytes)
  }
  for (const part of parts) {
    const file = 'file' in part ? `; filename="${escapeName(part.fileName)}"` : ''
    const type = 'file' in part ? 'content-type: application/octet-stream\r\n' : ''
    add(
      `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(part.name)}"${file}\r\n${type}\r\n`,
    )
    add('file' in part ? await readFile(part.file) : part.value)
    add('\r\n')
  }
  add(`--${boundary}--\r\n`)
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(pieces) }
}

/** As browsers write names, so that none ends its line. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
