import type { HistoryMessage, JsonObject, JsonValue, RunInput } from '@runnel/contract'
import type { HttpReply, HttpRequest } from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { nodeCatalogue } from '../catalogue.ts'
import { startFakeUpstash } from './upstash-redis-backed-chat-memory/fake-upstash.fixture.ts'

/** A server in which a memory keeps conversations: refuses what the real one would refuse. */
export interface FakeStore {
  answer(sent: SentRequest): HttpReply
  /** Puts messages into a session as another product would, oldest first. */
  store(session: string, messages: string[]): void
}

/** A memory that keeps conversations outside this product, in the tests of the family. */
export interface OutsideCase {
  node: string
  values: JsonObject
  credential: Record<string, string>
  host: string
  /** Params that say where the server is. */
  addressParams: string[]
  startFake(): FakeStore
}

/** Every memory of the catalogue that keeps conversations outside; a test compares. */
export const outsideCases: OutsideCase[] = [
  {
    node: 'upstashRedisBackedChatMemory',
    values: { baseURL: 'https://tea.upstash.io/' },
    credential: { upstashRestToken: 'test-token-of-upstash' },
    host: 'tea.upstash.io',
    addressParams: ['baseURL'],
    startFake: () => startFakeUpstash('test-token-of-upstash'),
  },
]

const SESSION = 'session'

/** A memory as a chain uses it, with its server at the other end of the network. */
export function openOutsideMemory(
  { node, values, credential, startFake }: OutsideCase,
  respond?: (sent: SentRequest) => HttpReply,
) {
  const fake = startFake()
  const sent: SentRequest[] = []
  const http: HttpRequest[] = []
  const load = nodeCatalogue.find(({ definition }) => definition.name === node)?.provides?.memory
  const component = createTestComponent(node, { values })
  const open = async (run: Partial<RunInput>) => {
    const { call } = createTestCallContext({
      run: { sessionId: SESSION, ...run },
      http: async (request) => {
        http.push(request)
        const seen = await readSentRequest(request, credential)
        sent.push(seen)
        return (respond ?? fake.answer)(seen)
      },
    })
    const memory = await load?.()
    if (!memory?.keep) throw new Error(`${node} keeps nothing.`)
    return { call, recall: memory.recall, keep: memory.keep }
  }
  return {
    sent,
    http,
    store: (messages: string[]) => fake.store(SESSION, messages),
    async recall(run: Partial<RunInput> = {}): Promise<JsonValue> {
      const { call, recall } = await open(run)
      return (await recall(component, call)) as unknown as JsonValue
    },
    async keep(exchange: HistoryMessage[], run: Partial<RunInput> = {}) {
      const { call, keep } = await open(run)
      await keep(component, exchange, call)
    },
  }
}
