import { MAX_SPEECH_MB, MAX_UPLOAD_MB, RunnelError, type Upload } from '@runnel/contract'
import { detectAudioType } from '../files/detect-audio-type.ts'
import { detectMediaType } from '../files/detect-media-type.ts'

const MEGABYTE = 1024 * 1024

/** An upload that may go on: its bytes with the type that they really have, or an address. */
export type ReadUpload = { name: string; mediaType: string } & ({ bytes: Buffer } | { url: string })

/**
 * Reads an upload and checks it: what it is tells its content, not what the caller calls it.
 * @throws RunnelError `uploads_not_supported`, `invalid_input`, `body_too_large`
 */
export function readUpload(upload: Upload, place: { path: string; taken: readonly string[] }): ReadUpload {
  const { path, taken } = place
  const name = upload.name.replace(/[\p{Cc}/\\]/gu, '_')
  const read = upload.type === 'url' ? readAddress(upload, name, path) : readBytes(upload, name, path)
  if (taken.includes(read.mediaType)) return read
  throw refusal(
    'uploads_not_supported',
    `${path}.mime`,
    `${name} is of type ${read.mediaType}, which this flow does not take. It takes ${taken.join(', ')}.`,
  )
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
  const name = upload.name.replace(/[\p{Cc}/\\]/gu, '_')
  const bytes = decode(upload, { name, path, megabytes: MAX_SPEECH_MB })
  const mediaType = detectAudioType(bytes)
  if (mediaType !== undefined) return { name, mediaType, bytes }
  throw refusal('uploads_not_supported', `${path}.data`, `${name} is no recording that can be written down.`)
}

function readBytes(upload: Upload, name: string, path: string): ReadUpload {
  if (upload.type !== 'file') {
    throw refusal(
      'uploads_not_supported',
      `${path}.type`,
      `Uploads of type ${upload.type} are not taken. Send ${name} as "file" or "url".`,
    )
  }
  const bytes = decode(upload, { name, path, megabytes: MAX_UPLOAD_MB })
  const mediaType = detectMediaType(bytes)
  if (mediaType !== undefined) return { name, mediaType, bytes }
  throw refusal('uploads_not_supported', `${path}.data`, `${name} is neither an image nor a PDF.`)
}

function decode(
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
