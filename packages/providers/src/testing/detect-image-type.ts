/** How images that vendors take begin, in Latin-1. */
const STARTS: Record<string, (bytes: string) => boolean> = {
  'image/jpeg': (bytes) => bytes.startsWith('\xff\xd8\xff'),
  'image/png': (bytes) => bytes.startsWith('\x89PNG\r\n'),
  'image/gif': (bytes) => /^GIF8[79]a/.test(bytes),
  'image/webp': (bytes) => bytes.startsWith('RIFF') && bytes.slice(8, 12) === 'WEBP',
}

/** The kinds of images that vendors take. */
export const IMAGE_TYPES: readonly string[] = Object.keys(STARTS)

/** The kind of an image by its first bytes; undefined for what is none. */
export function detectImageType(base64: string): string | undefined {
  const bytes = readStart(base64)
  return IMAGE_TYPES.find((type) => STARTS[type]?.(bytes))
}

/** The first bytes of base64 data, in Latin-1. */
export function readStart(base64: string): string {
  return Buffer.from(base64.slice(0, 64), 'base64').toString('latin1')
}

/** Whether a text is base64 and nothing else. */
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}
