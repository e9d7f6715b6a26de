const CHUNK = 1024
const REPLACEMENT = '\ufffd'

/** Anything that makes bytes of a length. */
export type MakeBytes<Bytes extends Uint8Array> = new (length: number) => Bytes

/** Each byte as the character of its number. */
export function toBinary(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK) as unknown as number[])
  }
  return text
}

/** The low byte of each character. */
export function fromBinary<Bytes extends Uint8Array>(text: string, type: MakeBytes<Bytes>): Bytes {
  const bytes = new type(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** A text without halves of surrogate pairs. */
export function wellFormed(text: unknown): string {
  return String(text).replace(/\p{Surrogate}/gu, REPLACEMENT)
}

/** A text in UTF-8. */
export function encodeUtf8<Bytes extends Uint8Array>(text: unknown, type: MakeBytes<Bytes>): Bytes {
  return fromBinary(unescape(encodeURIComponent(wellFormed(text))), type)
}

/** What first bytes from one to another say: how many follow, and the least and greatest second one. */
interface Sequence {
  from: number
  to: number
  left: number
  least: number
  greatest: number
}

const SEQUENCES: readonly Sequence[] = [
  { from: 0xc2, to: 0xdf, left: 1, least: 0x80, greatest: 0xbf },
  { from: 0xe0, to: 0xe0, left: 2, least: 0xa0, greatest: 0xbf },
  { from: 0xe1, to: 0xec, left: 2, least: 0x80, greatest: 0xbf },
  { from: 0xed, to: 0xed, left: 2, least: 0x80, greatest: 0x9f },
  { from: 0xee, to: 0xef, left: 2, least: 0x80, greatest: 0xbf },
  { from: 0xf0, to: 0xf0, left: 3, least: 0x90, greatest: 0xbf },
  { from: 0xf1, to: 0xf3, left: 3, least: 0x80, greatest: 0xbf },
  { from: 0xf4, to: 0xf4, left: 3, least: 0x80, greatest: 0x8f },
]

/** One character at a place, and the place behind it. */
function readCharacter(bytes: Uint8Array, start: number): { text: string; next: number } {
  const first = bytes[start] ?? 0
  if (first < 0x80) return { text: String.fromCharCode(first), next: start + 1 }
  const sequence = SEQUENCES.find(({ from, to }) => first >= from && first <= to)
  if (!sequence) return { text: REPLACEMENT, next: start + 1 }
  let { left, least, greatest } = sequence
  let code = first & (0x3f >> left)
  let at = start + 1
  for (; left > 0; left -= 1) {
    const byte = bytes[at]
    if (byte === undefined || byte < least || byte > greatest) return { text: REPLACEMENT, next: at }
    code = (code << 6) | (byte & 0x3f)
    at += 1
    least = 0x80
    greatest = 0xbf
  }
  return { text: String.fromCodePoint(code), next: at }
}

function decodeSlowly(bytes: Uint8Array): string {
  let out = ''
  for (let at = 0; at < bytes.length; ) {
    const { text, next } = readCharacter(bytes, at)
    out += text
    at = next
  }
  return out
}

/** UTF-8 as text; what is no UTF-8 becomes U+FFFD, or is thrown when `isFatal`. */
export function decodeUtf8(bytes: Uint8Array, isFatal = false): string {
  try {
    return decodeURIComponent(escape(toBinary(bytes)))
  } catch (cause) {
    if (isFatal) throw new TypeError('The bytes are not valid UTF-8', { cause })
    return decodeSlowly(bytes)
  }
}

/** UTF-16, the low byte first, as text. */
export function decodeUtf16(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8))
  }
  return text
}
