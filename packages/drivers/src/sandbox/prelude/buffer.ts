import { atob, btoa } from './base64.ts'
import { decodeUtf8, decodeUtf16, encodeUtf8, fromBinary, toBinary } from './utf8.ts'

interface Encoding {
  read(text: string): Buffer
  write(bytes: Uint8Array): string
}

function toBase64Url(text: string): string {
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}

/** Base64 of either alphabet, without what is no sign of it; what stands behind `=` is left out. */
function fromBase64(text: string): Buffer {
  const [signs = ''] = text.split('=')
  const plain = signs.replace(/-/g, '+').replace(/_/g, '/')
  return fromBinary(atob(plain.replace(/[^A-Za-z0-9+/]/g, '')), Buffer)
}

function fromHex(text: string): Buffer {
  const [pairs = ''] = /^(?:[0-9a-f]{2})*/i.exec(text) ?? []
  const bytes = new Buffer(pairs.length / 2)
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(pairs.slice(2 * at, 2 * at + 2), 16)
  }
  return bytes
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromUtf16(text: string): Buffer {
  const bytes = new Buffer(2 * text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    bytes[2 * at] = code & 255
    bytes[2 * at + 1] = code >> 8
  }
  return bytes
}

const latin1: Encoding = { read: (text) => fromBinary(text, Buffer), write: toBinary }
const encodings = new Map<string, Encoding>([
  ['utf8', { read: (text) => encodeUtf8(text, Buffer), write: (bytes) => decodeUtf8(bytes) }],
  ['hex', { read: fromHex, write: toHex }],
  ['base64', { read: fromBase64, write: (bytes) => btoa(toBinary(bytes)) }],
  ['base64url', { read: fromBase64, write: (bytes) => toBase64Url(btoa(toBinary(bytes))) }],
  ['latin1', latin1],
  ['binary', latin1],
  ['ascii', { read: latin1.read, write: (bytes) => toBinary(bytes.map((byte) => byte & 127)) }],
  ['utf16le', { read: fromUtf16, write: decodeUtf16 }],
])

function nameOf(encoding: unknown): string {
  return String(encoding)
    .toLowerCase()
    .replace(/^utf-/, 'utf')
    .replace(/^ucs-?2$/, 'utf16le')
}

function encodingOf(encoding: unknown = 'utf8'): Encoding {
  const found = encodings.get(nameOf(encoding))
  if (!found) throw new TypeError(`Unknown encoding: ${encoding}`)
  return found
}

function bytesOf(value: unknown, encoding?: unknown): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, encoding) : (value as Uint8Array)
}

function fromObject(value: object): Buffer {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return new Buffer(value as unknown as number[])
  if ('type' in value && value.type === 'Buffer' && 'data' in value && Array.isArray(value.data))
    return new Buffer(value.data)
  if ('length' in value) return new Buffer(Array.from(value as ArrayLike<number>))
  throw new TypeError('Buffer.from takes a text, a list or bytes')
}

/** `Buffer` of Node, as far as functions in flows use it: texts, base64, hex, lists and bytes. */
export class Buffer extends Uint8Array {
  static override from(value: unknown, second?: unknown, length?: unknown): Buffer {
    if (typeof value === 'string') return encodingOf(second).read(value)
    if (value instanceof ArrayBuffer) {
      const offset = (second as number | undefined) ?? 0
      return new Buffer(value, offset, (length as number | undefined) ?? value.byteLength - offset)
    }
    if (value !== null && typeof value === 'object') return fromObject(value)
    throw new TypeError('Buffer.from takes a text, a list or bytes')
  }
  static alloc(size: number, fill?: number | string, encoding?: unknown): Buffer {
    const made = new Buffer(size)
    return fill === undefined ? made : made.fill(fill, 0, size, encoding)
  }
  static allocUnsafe(size: number): Buffer {
    return new Buffer(size)
  }
  static isBuffer(value: unknown): boolean {
    return value instanceof Buffer
  }
  static isEncoding(encoding: unknown): boolean {
    return encodings.has(nameOf(encoding))
  }
  static byteLength(value: unknown, encoding?: unknown): number {
    return bytesOf(value, encoding).byteLength
  }
  static compare(a: unknown, b: Uint8Array): number {
    return Buffer.from(a).compare(b)
  }
  static concat(list: Uint8Array[], total?: number): Buffer {
    const made = new Buffer(total ?? list.reduce((sum, one) => sum + one.length, 0))
    let at = 0
    for (const one of list) {
      made.set(one.subarray(0, Math.max(0, made.length - at)), Math.min(at, made.length))
      at += one.length
    }
    return made
  }
  override toString(encoding?: unknown, start = 0, end = this.length): string {
    return encodingOf(encoding).write(super.subarray(start, end))
  }
  toJSON(): { type: 'Buffer'; data: number[] } {
    return { type: 'Buffer', data: Array.from(this) }
  }
  override toLocaleString(encoding?: unknown, start?: unknown, end?: unknown): string {
    return this.toString(encoding, start as number | undefined, end as number | undefined)
  }
  equals(other: Uint8Array): boolean {
    return this.compare(other) === 0
  }
  compare(other: Uint8Array): number {
    for (let at = 0; at < Math.min(this.length, other.length); at += 1) {
      const [here, there] = [this[at] ?? 0, other[at] ?? 0]
      if (here !== there) return here < there ? -1 : 1
    }
    return Math.sign(this.length - other.length)
  }
  override slice(start?: number, end?: number): Buffer {
    return this.subarray(start, end) as Buffer
  }
  copy(target: Uint8Array, ...places: [at?: number, start?: number, end?: number]): number {
    const [at = 0, start = 0, end = this.length] = places
    const part = this.subarray(start, Math.min(end, start + target.length - at))
    target.set(part, at)
    return part.length
  }
  write(text: string, at = 0, encoding?: unknown): number {
    return Buffer.from(text, encoding).copy(this, at)
  }
  override fill(value: number | string, ...rest: [start?: number, end?: number, encoding?: unknown]): this {
    const [start = 0, end = this.length, encoding] = rest
    if (typeof value !== 'string') return super.fill(value, start, end)
    const unit = Buffer.from(value, encoding)
    for (let at = start; at < end; at += 1) this[at] = unit[(at - start) % unit.length] ?? 0
    return this
  }
  override indexOf(value: unknown, from = 0, encoding?: unknown): number {
    if (typeof value === 'number') return super.indexOf(value & 255, from)
    return toBinary(this).indexOf(toBinary(bytesOf(value, encoding)), from)
  }
  override includes(value: unknown, from?: number, encoding?: unknown): boolean {
    return this.indexOf(value, from, encoding) >= 0
  }
}
