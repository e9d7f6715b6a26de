const REGULAR_EXPRESSION = 0x0b
const SCOPED_CODE = 0x0f
/** Objects, lists, and code with values: what they hold stands inside. */
const HOLDERS = new Set([0x03, 0x04, SCOPED_CODE])
/** More levels than a MongoDB stores. */
const DEEPEST = 200

/** Types whose values have always as many bytes. */
const SIZES = new Map([
  [0x01, 8],
  [0x06, 0],
  [0x07, 12],
  [0x08, 1],
  [0x09, 8],
  [0x0a, 0],
  [0x10, 4],
  [0x11, 8],
  [0x12, 8],
  [0x13, 16],
  [0x7f, 0],
  [0xff, 0],
])
/** Types that are a text of so many bytes as it says, and so many more behind it. */
const TEXTS = new Map([
  [0x02, 0],
  [0x05, 1],
  [0x0c, 12],
  [0x0d, 0],
  [0x0e, 0],
])

/**
 * Counts the values of a document with all that it holds, without making any of it; stops behind `most`.
 * @throws RangeError for bytes that are no document, and for one that is too deep
 */
export function countBsonValues(bytes: Buffer, most: number): number {
  let at = 4
  let count = 0
  for (let depth = 1; depth > 0 && count <= most; ) {
    if (depth > DEEPEST) throw new RangeError('The document is too deep.')
    const type = bytes.readUInt8(at)
    if (type === 0) {
      at += 1
      depth -= 1
      continue
    }
    count += 1
    if (HOLDERS.has(type)) depth += 1
    at = skipValue(bytes, skipName(bytes, at + 1), type)
  }
  return count
}

/** Where a value ends; of what holds others, where the first of them begins. */
function skipValue(bytes: Buffer, at: number, type: number): number {
  const size = SIZES.get(type)
  if (size !== undefined) return at + size
  if (type === REGULAR_EXPRESSION) return skipName(bytes, skipName(bytes, at))
  if (HOLDERS.has(type)) return 4 + (type === SCOPED_CODE ? at + 8 + bytes.readUInt32LE(at + 4) : at)
  const more = TEXTS.get(type)
  if (more === undefined) throw new RangeError(`There is no type ${type}.`)
  return at + 4 + bytes.readUInt32LE(at) + more
}

function skipName(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(0, at)
  if (end < 0) throw new RangeError('A name does not end.')
  return end + 1
}
