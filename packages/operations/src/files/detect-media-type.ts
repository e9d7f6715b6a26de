const SIGNATURES: [mediaType: string, start: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
]
const LONGEST_START = 16

/** The media type of a file by its first bytes; undefined for one that no model sees. */
export function detectMediaType(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, LONGEST_START).toHex()
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0]
}
