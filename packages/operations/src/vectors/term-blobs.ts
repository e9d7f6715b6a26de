import type { FoundTerm, NumbersOfEntries, TermReader } from '../vector-indexes.ts'

/** The most buckets of a part; small parts have fewer. */
const BUCKETS = [64, 8, 1] as const
/** About how many terms a bucket should have at most. */
const BUCKET_TERMS = 800

/**
 * The numbers of the buckets in which a term may lie: one for each way to divide a part, so that they never meet. A part
 * of `buckets` buckets has the numbers from `buckets` to `2 * buckets - 1`.
 */
export function bucketsOf(group: string): number[] {
  let place = 0x811c_9dc5
  for (let index = 0; index < group.length; index += 1)
    place = Math.imul(place ^ group.charCodeAt(index), 0x0100_0193) >>> 0
  return BUCKETS.map((buckets) => buckets + (place % buckets))
}

/** Terms of one group share a bucket: a word alone, all values of one path together. */
export interface TermGroup {
  group: string
  term: string
}

/** What words are written with, so that they never meet other terms. */
const WORD = 'w:'

/** The term of a word: it has a bucket to itself. */
export const wordTerm = (word: string): TermGroup => ({ group: word, term: `${WORD}${word}` })

/** Numbers in the order in which they came, in memory that grows. */
function createNumbers() {
  let numbers = new Uint32Array(1_024)
  let length = 0
  return {
    push(value: number): number {
      if (length === numbers.length) {
        const longer = new Uint32Array(2 * length)
        longer.set(numbers)
        numbers = longer
      }
      numbers[length] = value
      length += 1
      return length - 1
    },
    at: (index: number): number => numbers[index] ?? 0,
    set(index: number, value: number): void {
      numbers[index] = value
    },
    length: () => length,
  }
}

/** Gathers which entries of a part have which terms. Entries come in order, counted from the first of the part. */
export function createTermBlobs() {
  const numbers = new Map<string, number>()
  const groups = new Map<string, string>()
  /** For each term, the place of its last entry in the lists that follow. */
  const last = createNumbers()
  const terms = createNumbers()
  const entries = createNumbers()
  const times = createNumbers()
  const note = (name: string, entry: number) => {
    let term = numbers.get(name)
    if (term === undefined) {
      term = last.push(0)
      numbers.set(name, term)
    } else {
      const place = last.at(term)
      if (entries.at(place) === entry) {
        times.set(place, times.at(place) + 1)
        return
      }
    }
    last.set(term, entries.push(entry))
    terms.push(term)
    times.push(1)
  }
  return {
    /** Notes that an entry has a word, once more. */
    addWord: note,
    /** Notes that an entry has a value. */
    addValue({ group, term }: TermGroup, entry: number): void {
      const name = `${NO_WORD}${term}`
      groups.set(name, group)
      note(name, entry)
    },
    /** The blobs by their buckets. */
    finish(): Map<number, Uint8Array> {
      const postings = createPostings({ terms, entries, times }, numbers.size)
      const index = BUCKETS.findIndex((buckets) => numbers.size > (buckets * BUCKET_TERMS) / 8)
      const way = index < 0 ? BUCKETS.length - 1 : index
      const named = [...numbers].map(([name, term]) => {
        const group = groups.get(name)
        const known = group === undefined ? wordTerm(name) : { group, term: name.slice(NO_WORD.length) }
        return { bucket: bucketsOf(known.group)[way] ?? 1, term: known.term, bytes: postings.get(term) }
      })
      const buckets = Map.groupBy(named, ({ bucket }) => bucket)
      return new Map([...buckets].map(([bucket, some]) => [bucket, toBlob(some)]))
    },
  }
}

/** No word begins so. */
const NO_WORD = ' '

/** By the same index: a term, an entry that has it, and how often. */
type PostingPlaces = Record<'terms' | 'entries' | 'times', ReturnType<typeof createNumbers>>

/** The entries of each term as bytes: how many there are, then for each how far it is from the one before, and how often. */
function createPostings(places: PostingPlaces, size: number) {
  const counts = new Uint32Array(size)
  const lengths = new Uint32Array(size)
  const last = new Uint32Array(size)
  const visit = (each: (term: number, distance: number, times: number) => void) => {
    last.fill(0)
    for (let place = 0; place < places.terms.length(); place += 1) {
      const term = places.terms.at(place)
      const entry = places.entries.at(place)
      each(term, entry - (last[term] ?? 0), places.times.at(place))
      last[term] = entry
    }
  }
  visit((term, distance, times) => {
    counts[term] = (counts[term] ?? 0) + 1
    lengths[term] = (lengths[term] ?? 0) + bytesOf(distance) + bytesOf(times)
  })
  const starts = new Uint32Array(size + 1)
  for (let term = 0; term < size; term += 1)
    starts[term + 1] = (starts[term] ?? 0) + bytesOf(counts[term] ?? 0) + (lengths[term] ?? 0)
  const bytes = new Uint8Array(starts[size] ?? 0)
  const ends = starts.slice(0, size)
  const write = (term: number, value: number) => {
    ends[term] = writeNumber(bytes, ends[term] ?? 0, value)
  }
  for (let term = 0; term < size; term += 1) write(term, counts[term] ?? 0)
  visit((term, distance, times) => {
    write(term, distance)
    write(term, times)
  })
  return { get: (term: number): Uint8Array => bytes.subarray(starts[term], starts[term + 1]) }
}

/** Head: how many terms, then where each begins; then each term's length, bytes, and the bytes of its entries. */
function toBlob(terms: readonly { term: string; bytes: Uint8Array }[]): Uint8Array {
  const sorted = terms
    .map(({ term, bytes }) => ({ term: Buffer.from(term), bytes }))
    .sort((a, b) => Buffer.compare(a.term, b.term))
  const headLength = 4 * (sorted.length + 2)
  const length = sorted.reduce((sum, { term, bytes }) => sum + 2 + term.length + bytes.length, headLength)
  const blob = Buffer.alloc(length)
  blob.writeUInt32LE(sorted.length)
  let at = headLength
  for (const [index, { term, bytes }] of sorted.entries()) {
    blob.writeUInt32LE(at, 4 * (index + 1))
    blob.writeUInt16LE(term.length, at)
    blob.set(term, at + 2)
    blob.set(bytes, at + 2 + term.length)
    at += 2 + term.length + bytes.length
  }
  blob.writeUInt32LE(at, 4 * (sorted.length + 1))
  return blob
}

/** How many bytes a number takes: seven bits in each. */
function bytesOf(value: number): number {
  let bytes = 1
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes += 1
  return bytes
}

/** Writes a number from `at` on, and gives where it ends. */
function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let end = at
  let rest = value
  while (rest >= 0x80) {
    bytes[end] = (rest & 0x7f) | 0x80
    end += 1
    rest >>>= 7
  }
  bytes[end] = rest
  return end + 1
}

/** Reads a blob of terms where it lies; its numbers are read out once. */
export function readTermBlob(bytes: Uint8Array): TermReader {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = blob.length === 0 ? 0 : blob.readUInt32LE(0)
  const numbers = new Map<string, NumbersOfEntries>()
  const startOf = (index: number) => blob.readUInt32LE(4 * (index + 1))
  const termAt = (index: number) => {
    const start = startOf(index)
    return blob.subarray(start + 2, start + 2 + blob.readUInt16LE(start))
  }
  const foundAt = (index: number, term: string) => {
    const start = startOf(index)
    return openTerm(term, blob.subarray(start + 2 + blob.readUInt16LE(start), startOf(index + 1)))
  }
  const firstFrom = (term: Buffer): number => {
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Buffer.compare(termAt(middle), term) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    *texts(prefix) {
      const wanted = Buffer.from(`${prefix}"`)
      for (let index = firstFrom(wanted); index < size; index += 1) {
        const term = termAt(index)
        if (!term.subarray(0, wanted.length).equals(wanted)) break
        const value = readText(term.toString('utf8', wanted.length - 1))
        if (value !== undefined) yield { value, found: foundAt(index, '') }
      }
    },
    find(term) {
      const wanted = Buffer.from(term)
      const index = firstFrom(wanted)
      return index < size && termAt(index).equals(wanted) ? foundAt(index, term) : undefined
    },
    numbers(prefix) {
      const known = numbers.get(prefix)
      if (known) return known
      const wanted = Buffer.from(prefix)
      const [values, entries]: [number[], number[]] = [[], []]
      for (let index = firstFrom(wanted); index < size; index += 1) {
        const start = startOf(index) + 2
        const end = start + blob.readUInt16LE(start - 2)
        const from = start + wanted.length
        if (from > end || blob.compare(wanted, 0, wanted.length, start, from) !== 0) break
        if (!isNumberStart(blob[from])) continue
        const value = Number(blob.toString('latin1', from, end))
        openTerm('', blob.subarray(end, startOf(index + 1))).each((entry) => {
          values.push(value)
          entries.push(entry)
        })
      }
      const found = { values: Float64Array.from(values), entries: Uint32Array.from(entries) }
      numbers.set(prefix, found)
      return found
    },
  }
}

/** The text whose JSON this is; undefined for the term of another path that only begins alike. */
function readText(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

const [MINUS, NOUGHT, NINE] = [0x2d, 0x30, 0x39]

/** Whether a value's JSON begins as that of a number does. */
const isNumberStart = (byte = 0): boolean => byte === MINUS || (byte >= NOUGHT && byte <= NINE)

function openTerm(term: string, bytes: Buffer): FoundTerm {
  const head = { bytes, at: 0 }
  const count = readNumber(head)
  return {
    term,
    count,
    each(visit) {
      const reader = { bytes, at: head.at }
      let last = 0
      while (reader.at < bytes.length) {
        last += readNumber(reader)
        visit(last, readNumber(reader))
      }
    },
  }
}

function readNumber(reader: { bytes: Buffer; at: number }): number {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at] ?? 0
    reader.at += 1
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
}
