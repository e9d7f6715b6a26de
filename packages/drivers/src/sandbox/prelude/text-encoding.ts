import { decodeUtf8, decodeUtf16, encodeUtf8 } from './utf8.ts'

const LABELS = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['unicode-1-1-utf-8', 'utf-8'],
  ['utf-16le', 'utf-16le'],
  ['utf-16', 'utf-16le'],
])

function bytesOf(input: unknown): Uint8Array {
  if (input === undefined) return new Uint8Array()
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  if (input instanceof ArrayBuffer) return new Uint8Array(input)
  throw new TypeError('Bytes are needed: a Uint8Array, a DataView or an ArrayBuffer')
}

/** `TextEncoder` of the standard. */
export class TextEncoder {
  get encoding(): string {
    return 'utf-8'
  }
  get [Symbol.toStringTag](): string {
    return 'TextEncoder'
  }
  encode(text: unknown = ''): Uint8Array {
    return encodeUtf8(text, Uint8Array)
  }
  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    let read = 0
    let written = 0
    for (const sign of String(text)) {
      const bytes = encodeUtf8(sign, Uint8Array)
      if (written + bytes.length > target.length) break
      target.set(bytes, written)
      written += bytes.length
      read += sign.length
    }
    return { read, written }
  }
}

/** `TextDecoder` of the standard, for UTF-8 and UTF-16, without streams. */
export class TextDecoder {
  readonly #encoding: string
  readonly #isFatal: boolean
  readonly #keepsMark: boolean
  constructor(label: unknown = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    const encoding = LABELS.get(String(label).trim().toLowerCase())
    if (!encoding) throw new RangeError(`TextDecoder knows utf-8 and utf-16le, not ${label}`)
    this.#encoding = encoding
    this.#isFatal = Boolean(fatal)
    this.#keepsMark = Boolean(ignoreBOM)
  }
  get encoding(): string {
    return this.#encoding
  }
  get fatal(): boolean {
    return this.#isFatal
  }
  get ignoreBOM(): boolean {
    return this.#keepsMark
  }
  get [Symbol.toStringTag](): string {
    return 'TextDecoder'
  }
  decode(input?: unknown): string {
    const bytes = bytesOf(input)
    const text = this.#encoding === 'utf-8' ? decodeUtf8(bytes, this.#isFatal) : decodeUtf16(bytes)
    return !this.#keepsMark && text.startsWith('\ufeff') ? text.slice(1) : text
  }
}
