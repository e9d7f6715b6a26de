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
/** Entries of one list: what is longer would hold up everybody while it is read. */
const MOST_ENTRIES = 50_000

/** A reply as the protocol has it (RESP 2); a refusal inside a list stands at its place. */
export type RedisReply = JsonValue | RedisRefusal | RedisReply[]

/** Reads one reply. @throws UpstreamError for what is none */
export async function readRedisReply(reader: SocketReader, name: string, depth = 0): Promise<RedisReply> {
  const line = await reader.takeLine()
  const [kind, rest] = [line.slice(0, 1), line.slice(1)]
  if (kind === '+') return rest
  if (kind === '-') return new RedisRefusal(rest)
  const number = /^-?\d{1,19}$/.test(rest) ? Number(rest) : Number.NaN
  if (kind === ':' && !Number.isNaN(number)) return Number.isSafeInteger(number) ? number : rest
  if (kind === '$' && number >= -1) return readText(reader, number)
  if (kind === '*' && number >= -1 && depth < DEEPEST)
    return readList(number, name, () => readRedisReply(reader, name, depth + 1))
  throw unreadable(`${name} does not answer as a Redis does.`)
}

async function readText(reader: SocketReader, bytes: number): Promise<string | null> {
  return bytes === -1 ? null : (await reader.take(bytes + 2)).toString('utf8', 0, bytes)
}

async function readList(
  entries: number,
  name: string,
  readEntry: () => Promise<RedisReply>,
): Promise<RedisReply> {
  if (entries === -1) return null
  if (entries > MOST_ENTRIES) throw unreadable(`${name} gave a list of more than ${MOST_ENTRIES} entries.`)
  const list: RedisReply[] = []
  while (list.length < entries) list.push(await readEntry())
  return list
}

function unreadable(words: string): UpstreamError {
  return new UpstreamError(words, { retryable: false, wasSent: true })
}
