import { hash } from 'node:crypto'
import {
  type DataProtocol,
  type DataProtocols,
  type InputDefinition,
  type JsonObject,
  type RunInput,
  RunnelError,
} from '@runnel/contract'
import type {
  DataServerTarget,
  Document,
  HttpReply,
  HttpRequest,
  RecordPolicy,
  RepeatsWhile,
} from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { nodeCatalogue } from '../catalogue.ts'
import { asRequest } from './as-request.fixture.ts'
import type { FakeStore } from './fake-collection.fixture.ts'
import type { StoreCase } from './store-case.fixture.ts'

const WORDS = ['green', 'black', 'bean', 'coal']

/** Embeds texts by the words that are in them; every vector has a direction. */
export function embedWords(texts: string[], dimensions = WORDS.length): number[][] {
  return texts.map((text) =>
    WORDS.slice(0, dimensions).map((word) => 0.1 + text.split(' ').filter((each) => each === word).length),
  )
}

/** What the documents of a test know. */
export const TEA: Document[] = [
  { pageContent: 'green green tea', metadata: { topic: 'tea', page: 1, loc: { lines: { from: 1 } } } },
  { pageContent: 'green tea from black soil', metadata: { topic: 'tea', page: 2, score: 0.5 } },
  { pageContent: 'black tea', metadata: { topic: 'tea', page: 3, isHot: true } },
  {
    pageContent: 'a "bean" \\ of bean bean bean\n{{x}} ü 茶',
    metadata: { topic: 'coffee', page: 1, tags: ['a', 'b'] },
  },
]

/** How a test changes what is around a store. */
export interface StoreScene {
  values?: JsonObject
  /** In place of the fake's answer; undefined leaves it to the fake. */
  respond?: (sent: SentRequest, n: number, fake: FakeStore) => HttpReply | undefined
  credential?: Record<string, string>
  dimensions?: number | undefined
  embedder?: JsonObject
  /** A record manager is wired to it. */
  records?: RecordPolicy
  /** The source that is a loader of files, and has none. */
  withoutFile?: string
}

type Asked = Pick<HttpRequest, 'url' | 'body' | 'effects' | 'waitsWhenBusy' | 'authorise'>

interface DataServing {
  credential: Record<string, string>
  deliver: (sent: SentRequest) => HttpReply
  note: (asked: Asked) => void
}

/** Plays the servers that do not speak HTTP: their refusals are told as the product tells them. */
function askedOf({ credential, deliver, note }: DataServing) {
  return async <Protocol extends DataProtocol>(
    protocol: Protocol,
    { component, reach, ...how }: DataServerTarget<Protocol>,
    question: DataProtocols[Protocol]['question'],
  ): Promise<DataProtocols[Protocol]['answer']> => {
    note({ ...how, url: protocol, body: JSON.stringify(question), waitsWhenBusy: true })
    const { status, body } = deliver(asRequest(protocol, reach(credential), question))
    if (status >= 400) throw new RunnelError('upstream_error', `${component.label} refused: ${body}`)
    return JSON.parse(body)
  }
}

const defaultsOf = (inputs: readonly InputDefinition[]) =>
  Object.fromEntries(
    inputs.flatMap(({ name, default: first }) => (first === undefined ? [] : [[name, first]])),
  )

const managerOf = (policy: RecordPolicy) =>
  createTestComponent('recordManager', {}, { recordManager: () => policy })

const loaderWithoutFile = (nodeId: string) =>
  createTestComponent(
    'pdfFile',
    { nodeId, values: { pdfFile: '' }, fileParams: ['pdfFile'], needsFile: true },
    {
      documentSource: async () => {
        throw new RunnelError('invalid_input', 'The loader has no file.')
      },
    },
  )

/** As the engine does it: what is not done is asked about again. */
function answerAtLast(ask: () => HttpReply, wanted: RepeatsWhile | undefined): HttpReply {
  const told = ask()
  return isOpen(told, wanted) ? answerAtLast(ask, wanted) : told
}

function isOpen({ status, body }: HttpReply, wanted: RepeatsWhile | undefined): boolean {
  if (wanted === undefined || status !== 200 || !body.startsWith('{"status":')) return false
  return wanted.isOneOf.includes(String((JSON.parse(body) as JsonObject)[wanted.key]))
}

/** What is retrieved: by params of the node, those of `own` where one is called as something else here. */
interface Wanted {
  limit?: number
  filter?: JsonObject
  own?: JsonObject
  [param: string]: unknown
}

const hashing = { hash: (value: unknown) => hash('sha256', JSON.stringify(value)) }

/** A store as flows use it, with its server at the other end of the network. */
export function openStore(store: StoreCase, scene: StoreScene = {}) {
  const type = nodeCatalogue.find(({ definition }) => definition.name === store.node)
  if (!type) throw new Error(`${store.node} is not in the catalogue.`)
  const { credential = store.credential, dimensions = WORDS.length } = scene
  const fake = store.startFake({ dimensions: store.isMadeByPeople === true ? WORDS.length : undefined })
  const sent: SentRequest[] = []
  const http: Asked[] = []
  let embedded = 0
  const told: [done: number, total: number][] = []
  const defaults = defaultsOf(type.definition.inputs)
  const deliver = (seen: SentRequest) => {
    sent.push(seen)
    return scene.respond?.(seen, sent.length - 1, fake) ?? fake.answer(seen)
  }
  const askData = askedOf({ credential, deliver, note: (asked) => http.push(asked) })
  const sources = new Map<string, Document[]>([['source_0', TEA]])
  const component = (values: JsonObject) =>
    createTestComponent(store.node, {
      values: { ...defaults, ...store.values, ...scene.values, ...values },
      anchors: {
        embeddings: [createTestComponent('embeddings', { values: scene.embedder ?? {} })],
        recordManager: scene.records ? [managerOf(scene.records)] : [],
        document: [...sources].map(([nodeId, documents]) =>
          nodeId === scene.withoutFile
            ? loaderWithoutFile(nodeId)
            : createTestComponent(
                'loader',
                { nodeId, values: { texts: documents.map(({ pageContent }) => pageContent) } },
                { documentSource: async () => documents },
              ),
        ),
      },
    })
  const open = (run: Partial<RunInput> = {}) => {
    const { call } = createTestCallContext({
      run,
      embed: (texts) => {
        embedded += texts.length
        return embedWords(texts, dimensions)
      },
      http: async (request) => {
        http.push(request)
        const asked = await readSentRequest(request, credential)
        return answerAtLast(() => deliver(asked), request.repeatsWhile)
      },
      dataServer: { ask: askData },
    })
    return { ...call, ...hashing, tellTaken: (done: number, total: number) => told.push([done, total]) }
  }
  return {
    fake,
    sent,
    http,
    sources,
    embedded: () => embedded,
    told,
    texts: () => fake.records().map(fake.textOf).sort(),
    async ingest(run: Partial<RunInput> = {}) {
      const capability = await type.provides?.vectorStore?.()
      if (!capability) throw new Error(`${store.node} cannot be filled.`)
      return capability.ingest(component({}), open(run))
    },
    async add(documents: Document[]) {
      return (await type.provides?.vectorStore?.())?.add(component({}), documents, open())
    },
    async searchAsStore(query: string, limit: number) {
      const capability = await type.provides?.vectorStore?.()
      return (await capability?.search(component({}), { query, limit }, open())) ?? []
    },
    async retrieve(query: string, { limit, filter, own = {}, ...values }: Wanted = {}) {
      const retrieve = await type.provides?.retriever?.()
      const request = { query, ...(limit !== undefined && { limit }), ...(filter && { filter }) }
      return (await retrieve?.(component({ ...(values as JsonObject), ...own }), request, open())) ?? []
    },
  }
}
