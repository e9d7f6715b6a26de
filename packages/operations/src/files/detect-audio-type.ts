/** What recordings begin with: a browser's WebM, MP4 or Ogg, and what people record elsewhere. */
const SIGNATURES: readonly (readonly [mediaType: string, offset: number, hex: string])[] = [
  ['audio/webm', 0, '1a45dfa3'],
  ['audio/mp4', 4, '66747970'],
  ['audio/ogg', 0, '4f676753'],
  ['audio/wav', 8, '57415645'],
  ['audio/flac', 0, '664c6143'],
  ['audio/mpeg', 0, '494433'],
  ['audio/mpeg', 0, 'fffb'],
  ['audio/mpeg', 0, 'fff3'],
  ['audio/mpeg', 0, 'fff2'],
]
const LONGEST_START = 12

/** The media type of a recording by its first bytes; undefined for what is none. A film counts as its sound. */
export function detectAudioType(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, LONGEST_START).toHex()
  return SIGNATURES.find(([, offset, hex]) => start.startsWith(hex, offset * 2))?.[0]
}
