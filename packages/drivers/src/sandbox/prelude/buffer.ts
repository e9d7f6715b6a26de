/** `Buffer` as far as functions in flows use it: texts, base64, hex, lists and bytes. Evaluated in QuickJS alone. */
export const BUFFER = String.raw`
(({ part }) => {
  const { btoa, atob } = part('base64')
  const { toBinary, fromBinary, encodeUtf8, decodeUtf8, decodeUtf16 } = part('textEncoding')
  const isText = (value) => typeof value === 'string'

  const base64url = (text) => text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  const base64Signs = (text) => text.split('=')[0].replace(/-/g, '+').replace(/_/g, '/').replace(/[^A-Za-z0-9+/]/g, '')
  const fromHex = (text) => {
    const pairs = /^(?:[0-9a-f]{2})*/i.exec(text)[0]
    const bytes = new Buffer(pairs.length / 2)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = parseInt(pairs.substr(2 * at, 2), 16)
    return bytes
  }
  const fromUtf16 = (text) => {
    const bytes = new Buffer(2 * text.length)
    for (let at = 0; at < text.length; at += 1) bytes.set([text.charCodeAt(at) & 255, text.charCodeAt(at) >> 8], 2 * at)
    return bytes
  }
  const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

  const fromBase64 = (text) => fromBinary(atob(base64Signs(text)), Buffer)
  const latin1 = { read: (text) => fromBinary(text, Buffer), write: toBinary }
  const ENCODINGS = {
    __proto__: null,
    utf8: { read: (text) => encodeUtf8(text, Buffer), write: (bytes) => decodeUtf8(bytes) },
    hex: { read: fromHex, write: toHex },
    base64: { read: fromBase64, write: (bytes) => btoa(toBinary(bytes)) },
    base64url: { read: fromBase64, write: (bytes) => base64url(btoa(toBinary(bytes))) },
    latin1,
    binary: latin1,
    ascii: { read: latin1.read, write: (bytes) => toBinary(bytes.map((byte) => byte & 127)) },
    utf16le: { read: fromUtf16, write: decodeUtf16 },
  }
  const nameOf = (encoding) => String(encoding).toLowerCase().replace(/^utf-/, 'utf').replace(/^ucs-?2$/, 'utf16le')
  const encodingOf = (encoding = 'utf8') => {
    const found = ENCODINGS[nameOf(encoding)]
    if (!found) throw new TypeError('Unknown encoding: ' + encoding)
    return found
  }
  const bufferOf = (value, encoding) => (isText(value) ? Buffer.from(value, encoding) : value)

  class Buffer extends Uint8Array {
    static from(value, second, length) {
      if (isText(value)) return encodingOf(second).read(value)
      if (value instanceof ArrayBuffer) return new Buffer(value, second ?? 0, length ?? value.byteLength - (second ?? 0))
      if (ArrayBuffer.isView(value) || Array.isArray(value)) return new Buffer(value)
      if (value?.type === 'Buffer' && Array.isArray(value.data)) return new Buffer(value.data)
      if (value !== null && typeof value === 'object' && 'length' in value) return new Buffer(Array.from(value))
      throw new TypeError('Buffer.from takes a text, a list or bytes')
    }
    static alloc(size, fill, encoding) {
      const made = new Buffer(size)
      return fill === undefined ? made : made.fill(fill, 0, size, encoding)
    }
    static allocUnsafe(size) { return new Buffer(size) }
    static isBuffer(value) { return value instanceof Buffer }
    static isEncoding(encoding) { return nameOf(encoding) in ENCODINGS }
    static byteLength(value, encoding) { return bufferOf(value, encoding).byteLength }
    static compare(a, b) { return Buffer.from(a).compare(b) }
    static concat(list, total = list.reduce((sum, one) => sum + one.length, 0)) {
      const made = new Buffer(total)
      let at = 0
      for (const one of list) {
        made.set(one.subarray(0, Math.max(0, total - at)), Math.min(at, total))
        at += one.length
      }
      return made
    }
    toString(encoding, start = 0, end = this.length) { return encodingOf(encoding).write(super.subarray(start, end)) }
    toJSON() { return { type: 'Buffer', data: Array.from(this) } }
    toLocaleString(encoding, start, end) { return this.toString(encoding, start, end) }
    equals(other) { return this.compare(other) === 0 }
    compare(other) {
      for (let at = 0; at < Math.min(this.length, other.length); at += 1) {
        if (this[at] !== other[at]) return this[at] < other[at] ? -1 : 1
      }
      return Math.sign(this.length - other.length)
    }
    slice(start, end) { return this.subarray(start, end) }
    copy(target, at = 0, start = 0, end = this.length) {
      const part = this.subarray(start, Math.min(end, start + target.length - at))
      target.set(part, at)
      return part.length
    }
    write(text, at = 0, encoding) { return Buffer.from(text, encoding).copy(this, at) }
    fill(value, start = 0, end = this.length, encoding) {
      if (!isText(value)) return super.fill(value, start, end)
      const unit = Buffer.from(value, encoding)
      for (let at = start; at < end; at += 1) this[at] = unit.length === 0 ? 0 : unit[(at - start) % unit.length]
      return this
    }
    indexOf(value, from = 0, encoding) {
      if (typeof value === 'number') return super.indexOf(value & 255, from)
      return toBinary(this).indexOf(toBinary(bufferOf(value, encoding)), from)
    }
    includes(value, from, encoding) { return this.indexOf(value, from, encoding) >= 0 }
  }
  return { Buffer }
})
`
