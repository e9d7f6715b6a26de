import { detectMediaType } from './detect-media-type.ts'

/** What files begin with that no model sees. */
const SIGNATURES: readonly (readonly [mediaType: string, offset: number, bytes: string])[] = [
  ['audio/wav', 8, 'WAVE'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/ogg', 0, 'OggS'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['application/gzip', 0, '\x1f\x8b'],
]

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Packed files whose kind only their name tells. */
const PACKED: Readonly<Record<string, string>> = {
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  epub: 'application/epub+zip',
}
/** Kinds of text that only their name tells. */
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
  html: 'text/html',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

const PROBE_BYTES = 4096

/**
 * What a file is, told by its content: a name or a sender may claim anything. Only where the content leaves a choice
 * (packed files, texts) does the name's ending decide.
 */
export function mediaTypeOf(bytes: Uint8Array, name: string): string {
  const shown = detectMediaType(bytes)
  if (shown !== undefined) return shown
  const start = Buffer.from(bytes.subarray(0, PROBE_BYTES)).toString('latin1')
  const signature = SIGNATURES.find(([, offset, begin]) => start.startsWith(begin, offset))
  if (signature) return signature[0]
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (start.startsWith('PK\x03\x04')) return PACKED[ending] ?? 'application/zip'
  return isText(bytes) ? (TEXTS[ending] ?? 'text/plain') : 'application/octet-stream'
}

function isText(bytes: Uint8Array): boolean {
  const probe = bytes.subarray(0, PROBE_BYTES)
  if (probe.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(probe, { stream: true })
    return true
  } catch {
    return false
  }
}
