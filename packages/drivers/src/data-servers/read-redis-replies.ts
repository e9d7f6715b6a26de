import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { JsonValue } from '@runnel/contract'
import { UpstreamError } from '../egress/upstream-error.ts'
import type { SocketReader } from './socket-reader.ts'

/** What a Redis refuses, in its words. */
export class RedisRefusal {
  readonly words: string

  constructor(words: string) {
    this.words = words
  }
}

const DEEPEST = 8
/** Entries of all lists of an answer: what is longer would fill the memory with little that was sent. */
const MOST_ENTRIES = 50_000
/** So many pieces of an answer are read before others have their turn on the thread. */
const AT_ONCE = 2000

/** A reply as the protocol has it (RESP 2); a refusal inside a list stands at its place. */
export type RedisReply = JsonValue | RedisRefusal | RedisReply[]

/** Reads as many replies as commands were sent, and lets others have the thread in between. @throws UpstreamError for what is none */
export async function readRedisReplies(
  reader: SocketReader,
  name: string,
  { count, asBytes = false }: { count: number; asBytes?: boolean },
): Promise<RedisReply[]> {
  const reading = new RedisReading(reader, name, { count, encoding: asBytes ? 'latin1' : 'utf8' })
  for (let read = 1; !reading.isDone; read += 1) {
    while (!reading.readNext()) await reader.waitFor(reading.missing)
    if (read % AT_ONCE === 0) await letOthersGo()
  }
  return reading.replies
}

/** Replies that are read without waiting, as far as they are here. */
class RedisReading {
  readonly replies: RedisReply[] = []
  readonly #reader: SocketReader
  readonly #name: string
  readonly #encoding: BufferEncoding
  /** Lists that miss entries, each inside the one before it; the replies are the first. */
  readonly #open: { list: RedisReply[]; length: number }[] = []
  #entries = 0
  /** Bytes of the text whose length was read. */
  #text: number | undefined

  constructor(
    reader: SocketReader,
    name: string,
    { count, encoding }: { count: number; encoding: BufferEncoding },
  ) {
    this.#reader = reader
    this.#name = name
    this.#encoding = encoding
    if (count > 0) this.#open.push({ list: this.replies, length: count })
  }

  get isDone(): boolean {
    return this.#open.length === 0
  }

  /** Bytes without which nothing more can be read; undefined where nobody knows yet how many. */
  get missing(): number | undefined {
    return this.#text === undefined ? undefined : this.#text + 2
  }

  /** Reads a line, or the text that it announced; false where that is not here yet. */
  readNext(): boolean {
    if (this.#text !== undefined) return this.#readText(this.#text)
    const line = this.#reader.findLine()
    if (line === undefined) return false
    this.#readLine(line)
    return true
  }

  #readText(bytes: number): boolean {
    const found = this.#reader.find(bytes + 2)
    if (!found) return false
    this.#text = undefined
    this.#add(found.toString(this.#encoding, 0, bytes))
    return true
  }

  #readLine(line: string): void {
    const [kind, rest] = [line.slice(0, 1), line.slice(1)]
    const number = /^-?\d{1,19}$/.test(rest) ? Number(rest) : Number.NaN
    if (kind === '+') this.#add(rest)
    else if (kind === '-') this.#add(new RedisRefusal(rest))
    else if (Number.isNaN(number)) throw this.#garbled()
    else if (kind === ':') this.#add(Number.isSafeInteger(number) ? number : rest)
    else this.#readLength(kind, number)
  }

  /** What is announced: a text, or a list; there is none where its length is -1. */
  #readLength(kind: string, length: number): void {
    if ((kind !== '$' && kind !== '*') || length < -1) throw this.#garbled()
    if (length === -1) this.#add(null)
    else if (kind === '*') this.#openList(length)
    else this.#text = length
  }

  #openList(length: number): void {
    if (this.#open.length > DEEPEST) throw this.#garbled()
    this.#entries += length
    if (this.#entries > MOST_ENTRIES)
      throw unreadable(`${this.#name} gave a list of more than ${MOST_ENTRIES} entries. Ask for less.`)
    const list: RedisReply[] = []
    if (length === 0) this.#add(list)
    else this.#open.push({ list, length })
  }

  /** Adds an entry to the innermost list, and each list that is whole by it to the one around it. */
  #add(entry: RedisReply): void {
    let whole = entry
    for (let last = this.#open.at(-1); last; last = this.#open.at(-1)) {
      last.list.push(whole)
      if (last.list.length < last.length) return
      whole = last.list
      this.#open.pop()
    }
  }

  #garbled(): UpstreamError {
    return unreadable(`${this.#name} does not answer as a Redis does.`)
  }
}

function unreadable(words: string): UpstreamError {
  return new UpstreamError(words, { retryable: false, wasSent: true })
}
