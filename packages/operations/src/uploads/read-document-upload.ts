import { findDocumentType, MAX_DOCUMENT_MB, RunnelError, type Upload } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { readDocument } from './read-document.ts'
import { decode, type PlacedUpload, uploadName } from './read-upload.ts'

/** A document of a question, with its text. */
export interface ReadDocumentUpload {
  name: string
  /** Of the file itself, as its name says. */
  mediaType: string
  /** The bytes of the file, where they came with the question. */
  original?: Uint8Array
  /** The text, as UTF-8. */
  text: Uint8Array
}

/** Whether a document comes as its text, which is taken as its caller made it; else the file itself is read here. */
export function comesAsText({ type, data = '' }: Upload): boolean {
  return type === 'file:full' && !/^data:[^,]{0,300};base64,/.test(data)
}

/**
 * Reads a document of a question: its text, as `POST /attachments` gave it or its caller made it, or the file itself as
 * a data URL.
 * @throws RunnelError `uploads_not_supported`, `invalid_input`, `body_too_large`
 */
export async function readDocumentUpload(
  context: OperationContext,
  flow: FlowRow,
  { upload, path }: PlacedUpload,
): Promise<ReadDocumentUpload> {
  const name = uploadName(upload)
  const { data = '' } = upload
  if (!comesAsText(upload)) {
    const bytes = decode(upload, { name, path: `${path}.data`, megabytes: MAX_DOCUMENT_MB })
    const { mediaType, text } = await readDocument(context, flow, { name, bytes, path: `${path}.data` })
    return { name, mediaType, original: bytes, text: Buffer.from(text) }
  }
  if (data === '') {
    const message = `${name} holds no text.`
    throw new RunnelError('invalid_input', message, { issues: [{ path: `${path}.data`, message }] })
  }
  return { name, mediaType: findDocumentType(name) ?? 'text/plain', text: Buffer.from(data) }
}
