import { decodeUtf8, encodeUtf8, wellFormed } from './utf8.ts'

const PERCENT = 37

/** A text whose `%xx` are the bytes of UTF-8; what is no such code stays. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return wellFormed(text)
  const bytes = encodeUtf8(text, Uint8Array)
  const out: number[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const pair = byte === PERCENT ? String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0) : ''
    const isCode = /^[0-9a-f]{2}$/i.test(pair)
    out.push(isCode ? Number.parseInt(pair, 16) : byte)
    if (isCode) at += 2
  }
  return decodeUtf8(Uint8Array.from(out))
}
