import {
  type DataProtocol,
  type DataProtocols,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

/** A record of a fake store, as the store itself would keep it. */
export interface FakeRecord {
  id: string
  vector: number[]
  fields: JsonObject
}

/** A server of a store in memory: refuses what the real one would refuse. */
export interface FakeStore {
  answer(sent: SentRequest): HttpReply
  /** Every record that it holds. */
  records(): FakeRecord[]
  /** The text that is stored in a record. */
  textOf(record: FakeRecord): string
}

/** A collection in memory, for fakes to speak about in their own protocols. */
export class FakeCollection {
  readonly #records = new Map<string, FakeRecord>()
  dimensions: number | undefined

  constructor(dimensions?: number) {
    this.dimensions = dimensions
  }

  get all(): FakeRecord[] {
    return [...this.#records.values()]
  }

  /** False for vectors of another length than the collection's: nothing of them is stored. */
  put(records: FakeRecord[]): boolean {
    this.dimensions ??= records[0]?.vector.length
    if (records.some(({ vector }) => vector.length !== this.dimensions)) return false
    for (const record of records) this.#records.set(record.id, record)
    return true
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) this.#records.delete(id)
  }

  has(id: string): boolean {
    return this.#records.has(id)
  }

  /** The nearest by the cosine. */
  search(
    vector: number[],
    limit: number,
    passes: (fields: JsonObject) => boolean = () => true,
  ): (FakeRecord & { cosine: number })[] {
    return this.all
      .filter(({ fields }) => passes(fields))
      .map((record) => ({ ...record, cosine: cosine(record.vector, vector) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, limit)
  }

  /** Those whose texts have the most of the words. */
  findWords(
    query: string,
    limit: number,
    { textKey, passes = () => true }: { textKey: string; passes?: (fields: JsonObject) => boolean },
  ): (FakeRecord & { score: number })[] {
    const wanted = wordsOf(query)
    return this.all
      .filter(({ fields }) => passes(fields))
      .map((record) => ({
        ...record,
        score: [...wordsOf(String(record.fields[textKey]))].filter((word) => wanted.has(word)).length,
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
  }
}

/** The distinct words of a text. */
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

function cosine(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** An answer as JSON. */
export function reply(body: JsonValue, status = 200): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** What a fake does with a request: `params` are the named parts of its path, opened. */
export type FakeRoute = (asked: JsonObject, sent: SentRequest, params: Record<string, string>) => HttpReply

/** Plays a server by its routes (`PUT /collections/:name`); what none fits is not there. */
export function playRoutes(
  routes: Record<string, FakeRoute>,
  { isKnown, refuse }: { isKnown: (sent: SentRequest) => boolean; refuse: (status: number) => HttpReply },
): FakeStore['answer'] {
  return (sent) => {
    if (!isKnown(sent)) return refuse(401)
    for (const [route, play] of Object.entries(routes)) {
      const params = match(route, `${sent.method} ${sent.url.pathname}`)
      if (params) return play(isJsonObject(sent.body) ? sent.body : {}, sent, params)
    }
    return refuse(404)
  }
}

function match(route: string, asked: string): Record<string, string> | undefined {
  const [wanted, given] = [route.split('/'), asked.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return params
}

/**
 * Answers the questions of one protocol that is not HTTP (`StoreCase.speaks`): those with another password are let in
 * nowhere, and what is undefined is refused.
 */
export function playQuestions<Protocol extends DataProtocol>(
  { protocol, password }: { protocol: Protocol; password: string },
  play: (question: DataProtocols[Protocol]['question']) => JsonValue | undefined,
): FakeStore['answer'] {
  return ({ body }) => {
    // The kit made it of a question (`asRequest`).
    const asked = body as unknown as { protocol: DataProtocol } & Pick<
      DataProtocols[Protocol],
      'address' | 'question'
    >
    if (asked.protocol !== protocol) return reply('it does not speak so', 400)
    if (asked.address.password !== password) return reply('the account is not known', 401)
    const told = play(asked.question)
    return told === undefined ? reply('it is not there, or otherwise', 400) : reply(told)
  }
}
