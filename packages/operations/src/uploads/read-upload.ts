import { MAX_DOCUMENT_MB, MAX_SPEECH_MB, MAX_UPLOAD_MB, RunnelError, type Upload } from '@runnel/contract'
import { detectAudioType } from '../files/detect-audio-type.ts'
import { detectMediaType } from '../files/detect-media-type.ts'
import { mediaTypeOf } from '../files/media-type.ts'

const MEGABYTE = 1024 * 1024

/** An upload that may go on: its bytes with the type that they really have, or an address. */
export type ReadUpload = { name: string; mediaType: string } & ({ bytes: Uint8Array } | { url: string })

/** An upload of a call, and the field that faults name. */
export interface PlacedUpload {
  upload: Upload
  path: string
}

/**
 * Reads an upload and checks it: what it is tells its content, not what the caller calls it.
 * @throws RunnelError `uploads_not_supported`, `invalid_input`, `body_too_large`
 */
export function readUpload(upload: Upload, place: { path: string; taken: readonly string[] }): ReadUpload {
  const { path, taken } = place
  const name = uploadName(upload)
  const read = upload.type === 'url' ? readAddress(upload, name, path) : readBytes(upload, name, path)
  if (taken.includes(read.mediaType)) return read
  throw refusal(
    'uploads_not_supported',
    `${path}.mime`,
    `${name} is of type ${read.mediaType}, which this flow does not take. It takes ${taken.join(', ')}.`,
  )
}

/** The name of a file as it may be kept. */
export function uploadName({ name }: Pick<Upload, 'name'>): string {
  return name.replace(/[\p{Cc}/\\]/gu, '_')
}

function readAddress({ data = '', mime }: Upload, name: string, path: string): ReadUpload {
  const url = URL.canParse(data) ? new URL(data) : undefined
  // Plain http is what servers inside a network speak; the allow list of private addresses is for authors alone.
  if (url?.protocol !== 'https:') {
    throw refusal('invalid_input', `${path}.data`, `The address of ${name} is no https address.`)
  }
  return { name, mediaType: mime || 'image/png', url: url.href }
}

/**
 * Reads what was spoken in place of a question.
 * @throws RunnelError `uploads_not_supported` for what is no recording, `invalid_input`, `body_too_large`
 */
export function readRecording(upload: Upload, path: string): ReadUpload {
  const name = uploadName(upload)
  const bytes = decode(upload, { name, path, megabytes: MAX_SPEECH_MB })
  const mediaType = detectAudioType(bytes)
  if (mediaType !== undefined) return { name, mediaType, bytes }
  throw refusal('uploads_not_supported', `${path}.data`, `${name} is no recording that can be written down.`)
}

/**
 * Reads a document that searches are to find, of a name that a loader takes.
 * @throws RunnelError `uploads_not_supported`, `invalid_input`, `body_too_large`
 */
export function readSearchedUpload(
  upload: Upload,
  { path, endings }: { path: string; endings: readonly string[] },
): { name: string; mediaType: string; bytes: Uint8Array; isSearched: true } {
  const name = uploadName(upload)
  const bytes = decode(upload, { name, path, megabytes: MAX_DOCUMENT_MB })
  const fits = endings.length === 0 || endings.some((ending) => name.toLowerCase().endsWith(ending))
  if (fits) return { name, mediaType: mediaTypeOf(bytes, name), bytes, isSearched: true }
  throw refusal(
    'uploads_not_supported',
    `${path}.name`,
    `${name} is none of the files that this flow reads. It takes files that end in ${endings.join(', ')}.`,
  )
}

function readBytes(upload: Upload, name: string, path: string): ReadUpload {
  if (upload.type !== 'file') {
    throw refusal(
      'uploads_not_supported',
      `${path}.type`,
      `Uploads of type ${upload.type} are not taken. Send ${name} as "file", "url", "file:full" or "file:rag".`,
    )
  }
  const bytes = decode(upload, { name, path, megabytes: MAX_UPLOAD_MB })
  const mediaType = detectMediaType(bytes) ?? detectAudioType(bytes)
  if (mediaType !== undefined) return { name, mediaType, bytes }
  throw refusal(
    'uploads_not_supported',
    `${path}.data`,
    `${name} is neither an image, a PDF nor a recording.`,
  )
}

/** The bytes of a data URL. @throws RunnelError `invalid_input`, `body_too_large` */
export function decode(
  { data = '' }: Upload,
  { name, path, megabytes }: { name: string; path: string; megabytes: number },
): Buffer {
  const [, base64] = /^data:[^,]{0,300};base64,([A-Za-z0-9+/=\s]*)$/.exec(data) ?? []
  if (base64 === undefined || base64 === '') {
    throw refusal('invalid_input', `${path}.data`, `${name} is no data URL with base64.`)
  }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= megabytes * MEGABYTE) return bytes
  throw refusal('body_too_large', `${path}.data`, `${name} is larger than ${megabytes} MB.`)
}

function refusal(
  code: 'uploads_not_supported' | 'invalid_input' | 'body_too_large',
  path: string,
  message: string,
) {
  return new RunnelError(code, message, { issues: [{ path, message }] })
}
