import type {
  DataProtocol,
  DataProtocols,
  HistoryMessage,
  JsonObject,
  JsonValue,
  NodeEffects,
  RunInput,
} from '@runnel/contract'
import type { CallDataServers, HttpReply, RecalledMessage } from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { nodeCatalogue } from '../catalogue.ts'

/** What a server that does not speak HTTP is asked, as it arrives there. */
export type AskedServer = {
  [Protocol in DataProtocol]: { protocol: Protocol } & Omit<DataProtocols[Protocol], 'answer'>
}[DataProtocol]

/** A server in which a memory keeps conversations: refuses what the real one would refuse. One of both answers. */
export interface FakeStore {
  /** Over HTTP. */
  answer?(sent: SentRequest): HttpReply
  /** By a protocol of its own. */
  ask?(asked: AskedServer): JsonValue
  /** Puts what Flowise would have stored into a session, oldest first. */
  store(session: string, messages: string[]): void
}

/** A memory that keeps conversations outside this product, in the tests of the family. */
export interface OutsideCase {
  node: string
  values: JsonObject
  credential: Record<string, string>
  host: string
  /** Params, or fields of the credential, that say where the server is, and what leads nowhere. */
  nowhere: { values?: JsonObject; credential?: Record<string, string> }
  startFake(): FakeStore
  /** It has no session of its own: it knows people, across their sessions. */
  isOfPeople?: true
  /** What is recalled of messages that were kept, where it is not these messages. */
  tells?(kept: HistoryMessage[]): RecalledMessage[]
  /** What Flowise stored with it, with what is no message among it, and what is recalled of that. */
  stored: { messages: string[]; recalled: RecalledMessage[] }
  /** Answers of its server that are none, by what is then said. */
  nonsense: [answer: JsonValue, says: string][]
}

const SESSION = 'session'

/** How a call was made, as it is journaled, and where it went. */
interface MadeCall {
  journaled: JsonValue
  effects: NodeEffects | undefined
  host: string
}

/** A memory as a chain uses it, with its server at the other end of the network. */
export function openOutsideMemory(
  { node, values, credential, startFake }: OutsideCase,
  respond: Pick<FakeStore, 'answer' | 'ask'> = {},
) {
  const fake = { ...startFake(), ...respond }
  const calls: MadeCall[] = []
  const load = nodeCatalogue.find(({ definition }) => definition.name === node)?.provides?.memory
  const component = createTestComponent(node, { values })
  const dataServer: CallDataServers = {
    ask: async (protocol, { reach, effects }, question) => {
      const address = reach(credential)
      const [first] = 'hosts' in address ? address.hosts : [address]
      calls.push({
        journaled: { protocol, question } as unknown as JsonValue,
        effects,
        host: first?.host ?? '',
      })
      return fake.ask?.({ protocol, address, question } as AskedServer) as never
    },
  }
  const open = async (run: Partial<RunInput>) => {
    const { call } = createTestCallContext({
      run: { sessionId: SESSION, ...run },
      dataServer,
      http: async (request) => {
        const { authorise: _authorise, ...told } = request
        const seen = await readSentRequest(request, credential)
        calls.push({ journaled: told as JsonValue, effects: told.effects, host: seen.url.host })
        if (!fake.answer) throw new Error(`${node} speaks no HTTP here.`)
        return fake.answer(seen)
      },
    })
    const memory = await load?.()
    if (!memory?.keep) throw new Error(`${node} keeps nothing.`)
    return { call, recall: memory.recall, keep: memory.keep }
  }
  return {
    calls,
    store: (messages: string[]) => fake.store(SESSION, messages),
    async recall(run: Partial<RunInput> = {}): Promise<RecalledMessage[]> {
      const { call, recall } = await open(run)
      return recall(component, call)
    },
    async keep(exchange: HistoryMessage[], run: Partial<RunInput> = {}) {
      const { call, keep } = await open(run)
      await keep(component, exchange, call)
    },
  }
}
