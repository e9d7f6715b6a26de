/** Texts as bytes: `TextEncoder`, `TextDecoder`, and what other parts make of them. Evaluated in QuickJS alone. */
export const TEXT_ENCODING = String.raw`
(() => {
  const CHUNK = 1024

  const toBinary = (bytes) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK))
    return text
  }
  const fromBinary = (text, type = Uint8Array) => {
    const bytes = new type(text.length)
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
    return bytes
  }
  const wellFormed = (text) => String(text).replace(/\p{Surrogate}/gu, '\ufffd')
  const encodeUtf8 = (text, type) => fromBinary(unescape(encodeURIComponent(wellFormed(text))), type)

  // How many bytes follow a first byte, and the least and greatest second byte.
  const sequenceOf = (byte) => {
    if (byte >= 0xc2 && byte <= 0xdf) return [1, 0x80, 0xbf]
    if (byte >= 0xe0 && byte <= 0xef) return [2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf]
    if (byte >= 0xf0 && byte <= 0xf4) return [3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf]
    return undefined
  }
  const decodeSlowly = (bytes) => {
    let text = ''
    let at = 0
    while (at < bytes.length) {
      const first = bytes[at++]
      if (first < 0x80) { text += String.fromCharCode(first); continue }
      const sequence = sequenceOf(first)
      if (!sequence) { text += '\ufffd'; continue }
      let [left, least, greatest] = sequence
      let code = first & (0x3f >> left)
      while (left > 0 && at < bytes.length && bytes[at] >= least && bytes[at] <= greatest) {
        code = (code << 6) | (bytes[at++] & 0x3f)
        left -= 1
        least = 0x80
        greatest = 0xbf
      }
      text += left > 0 ? '\ufffd' : String.fromCodePoint(code)
    }
    return text
  }
  const decodeUtf8 = (bytes, isFatal = false) => {
    try {
      return decodeURIComponent(escape(toBinary(bytes)))
    } catch {
      if (isFatal) throw new TypeError('The bytes are not valid UTF-8')
      return decodeSlowly(bytes)
    }
  }
  const decodeUtf16 = (bytes) => {
    let text = ''
    for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(bytes[at] | (bytes[at + 1] << 8))
    return text
  }

  const bytesOf = (input) => {
    if (input === undefined) return new Uint8Array()
    if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
    if (input instanceof ArrayBuffer) return new Uint8Array(input)
    throw new TypeError('Bytes are needed: a Uint8Array, a DataView or an ArrayBuffer')
  }

  class TextEncoder {
    get encoding() { return 'utf-8' }
    get [Symbol.toStringTag]() { return 'TextEncoder' }
    encode(text = '') { return encodeUtf8(text) }
    encodeInto(text, target) {
      let read = 0
      let written = 0
      for (const sign of String(text)) {
        const bytes = encodeUtf8(sign)
        if (written + bytes.length > target.length) break
        target.set(bytes, written)
        written += bytes.length
        read += sign.length
      }
      return { read, written }
    }
  }

  const LABELS = { __proto__: null, 'utf-8': 'utf-8', utf8: 'utf-8', 'unicode-1-1-utf-8': 'utf-8', 'utf-16le': 'utf-16le', 'utf-16': 'utf-16le' }
  class TextDecoder {
    #encoding
    #isFatal
    #keepsMark
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#encoding = LABELS[String(label).trim().toLowerCase()]
      if (!this.#encoding) throw new RangeError('TextDecoder knows utf-8 and utf-16le, not ' + label)
      this.#isFatal = Boolean(fatal)
      this.#keepsMark = Boolean(ignoreBOM)
    }
    get encoding() { return this.#encoding }
    get fatal() { return this.#isFatal }
    get ignoreBOM() { return this.#keepsMark }
    get [Symbol.toStringTag]() { return 'TextDecoder' }
    decode(input) {
      const bytes = bytesOf(input)
      const text = this.#encoding === 'utf-8' ? decodeUtf8(bytes, this.#isFatal) : decodeUtf16(bytes)
      return !this.#keepsMark && text.startsWith('\ufeff') ? text.slice(1) : text
    }
  }

  return { TextEncoder, TextDecoder, toBinary, fromBinary, wellFormed, encodeUtf8, decodeUtf8, decodeUtf16, bytesOf }
})
`
