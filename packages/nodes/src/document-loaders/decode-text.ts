/** How many bytes tell what a text without a mark is encoded in. */
const LOOKED_AT = 4000
/** Fewer letters tell nothing. */
const SHORTEST = 4

/**
 * The text in the bytes of a file: UTF-8 or UTF-16 as its mark says; without one UTF-8, UTF-16 where every other byte is
 * nought, else Windows-1252, which has a letter for all that is no UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return guessWide(bytes.subarray(0, LOOKED_AT)) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/** Which UTF-16 it is, by where its noughts stand; undefined where it is none. */
function guessWide(bytes: Uint8Array): string | undefined {
  const even = countNoughts(bytes, 0)
  const odd = countNoughts(bytes, 1)
  const half = bytes.length / 2
  if (half < SHORTEST) return undefined
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le'
  return even > half * 0.4 && odd < half * 0.1 ? 'utf-16be' : undefined
}

function countNoughts(bytes: Uint8Array, remainder: number): number {
  return bytes.filter((byte, at) => byte === 0 && at % 2 === remainder).length
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
