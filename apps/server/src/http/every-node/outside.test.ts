import type { JsonValue } from '@runnel/contract'
import type { SentRequest } from '@runnel/node-kit/testing'
import {
  type AskedServer,
  asRequest,
  type CacheCase,
  type OutsideMemory,
  outsideCaches,
  outsideMemories,
  type StoreCase,
  storeCases,
} from '@runnel/nodes/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { libraryFlow, ownModel, talkFlow, textsPart, wired } from '../../testing/every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { RECORD_MANAGERS } from '../../testing/every-node/part-case.ts'

const TEA = 'green tea wants seventy degrees'
const COAL = 'coal comes by sea'
/** Of the Demo embeddings. */
const DIMENSIONS = 256

const nobody = { status: 599, headers: {}, body: '' }

/** Asks a fake that hears of questions as of requests. */
function askAsRequest(answer: (sent: SentRequest) => { status: number; body: string }) {
  return ({ protocol, address, question }: AskedServer): JsonValue => {
    const { status, body } = answer(asRequest(protocol, address, question))
    if (status >= 400) throw new Error(`The fake refused: ${body}`)
    return JSON.parse(body)
  }
}

/** Every store outside, whole: it is filled, holds the texts, and answers from them. */
onDatabases({ title: 'stores', cases: storeCases, subject: 4 }, (kind, cases) => {
  let world: NodeWorld
  beforeAll(async () => {
    world = await startNodeWorld({ kind })
  })
  afterAll(() => world.stop())

  test.each(cases)('$node is filled and searched, with its key', async (facts: StoreCase) => {
    const { node, values, speaks, hosts, embedsItself } = facts
    const credential = await world.makeKey(node, facts.credential)
    const flowId = await world.save(
      libraryFlow({
        source: textsPart(TEA, COAL),
        store: { node, values: { ...values, topK: '1' }, credential },
        ...(embedsItself && { embeddings: 'none' as const }),
      }),
    )
    const fake = facts.startFake({ dimensions: facts.isMadeByPeople ? DIMENSIONS : undefined })
    const sent = world.play((request) => (speaks === 'data' ? nobody : fake.answer(request)))
    world.playData(askAsRequest((asked) => (speaks === 'data' ? fake.answer(asked) : nobody)))
    expect(await world.upsert(flowId)).toMatchObject({ numAdded: 2 })
    expect(fake.records().map(fake.textOf).sort()).toEqual([COAL, TEA])
    const { sourceDocuments } = await world.ask(flowId, 'green tea degrees')
    expect(sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([TEA])
    for (const { url } of sent) expect(hosts).toContain(url.host)
  })
})

/** Every memory outside, whole: what was said in one turn is known in the next. */
onDatabases({ title: 'memories', cases: outsideMemories, subject: 5 }, (kind, cases) => {
  let world: NodeWorld
  beforeAll(async () => {
    world = await startNodeWorld({ kind })
  })
  afterAll(() => world.stop())

  test.each(cases)(
    '$node knows in a second turn what was said in the first',
    async (facts: OutsideMemory) => {
      const { node, values, host } = facts
      const credential = await world.makeKey(node, facts.credential)
      const flowId = await world.save(talkFlow(ownModel(world.scene), { node, values, credential }))
      const fake = facts.startFake()
      const sent = world.play((request) => fake.answer?.(request) ?? nobody)
      const asked: AskedServer[] = []
      world.playData((question) => {
        asked.push(question)
        return fake.ask?.(question) ?? null
      })
      const chatId = crypto.randomUUID()
      expect((await world.ask(flowId, 'My tea is green', { chatId })).text).toBe('Echo: My tea is green')
      await world.ask(flowId, 'Which tea?', { chatId })
      const { messages = [] } = world.vendor.requests.at(-1)?.body ?? {}
      expect(JSON.stringify(messages.slice(0, -1))).toContain('My tea is green')
      expect(messages.at(-1)?.content).toBe('Which tea?')
      expect(sent.length + asked.length).toBeGreaterThan(2)
      for (const { url } of sent) expect(url.host).toBe(host)
    },
  )
})

/** Every cache outside, whole: the vendor is asked once for what is asked twice. */
onDatabases({ title: 'caches', cases: outsideCaches, subject: 1 }, (kind, cases) => {
  let world: NodeWorld
  beforeAll(async () => {
    world = await startNodeWorld({ kind })
  })
  afterAll(() => world.stop())

  test.each(cases)('$node answers what was asked before', async (facts: CacheCase) => {
    const { node, values, host } = facts
    const credential = await world.makeKey(node, facts.credential)
    const model = ownModel(world.scene)
    const flow = wired(
      [model, { node, values, credential }, { node: 'conversationChain' }, { node: 'bufferMemory' }],
      [
        [node, model.node, 'cache', 'BaseCache'],
        [model.node, 'conversationChain', 'model', 'BaseChatModel'],
        ['bufferMemory', 'conversationChain', 'memory', 'BaseMemory'],
      ],
    )
    const flowId = await world.save(flow)
    const entries = new Map<string, string>()
    const fake = facts.startFake(entries)
    const sent = world.play((request) => fake.answer?.(request) ?? nobody)
    world.playData(({ question, address }) => {
      const { commands } = question as { commands: string[][] }
      return commands.map((command) => fake.run?.(command, address.password) ?? null)
    })
    const before = world.vendor.callCount
    expect((await world.ask(flowId, 'Which tea?', { chatId: 'a' })).text).toBe('Echo: Which tea?')
    expect([world.vendor.callCount - before, entries.size]).toEqual([1, 1])
    expect((await world.ask(flowId, 'Which tea?', { chatId: 'b' })).text).toBe('Echo: Which tea?')
    expect(world.vendor.callCount - before).toBe(1)
    for (const { url } of sent) expect(url.host).toBe(host)
  })
})

/** Every record manager, whole: what its flow gives no more leaves the store. */
onDatabases({ title: 'record managers', cases: RECORD_MANAGERS, subject: 0 }, (kind, cases) => {
  let world: NodeWorld
  beforeAll(async () => {
    world = await startNodeWorld({ kind })
  })
  afterAll(() => world.stop())

  test.each(cases)('$node has what is given no more leave the store', async ({ node }) => {
    const facts = storeCases.find((each) => each.node === 'qdrant') as StoreCase
    const credential = await world.makeKey(facts.node, facts.credential)
    const splitter = {
      node: 'characterTextSplitter',
      values: { separator: '\n', chunkSize: 40, chunkOverlap: 0 },
    }
    const flowOf = (given: string[]) =>
      libraryFlow({
        source: { node: 'plainText', values: { text: given.join('\n') } },
        store: { node: facts.node, values: facts.values, credential },
        more: {
          parts: [splitter, { node, values: { cleanup: 'full' } }],
          wires: [
            [splitter.node, 'plainText', 'textSplitter', 'TextSplitter'],
            [node, facts.node, 'recordManager', 'RecordManager'],
          ],
        },
      })
    const fake = facts.startFake({ dimensions: undefined })
    world.play((request) => fake.answer(request))
    const flowId = await world.save(flowOf([TEA, COAL]))
    expect(await world.upsert(flowId)).toMatchObject({ numAdded: 2, numDeleted: 0 })
    const { nodes, edges } = flowOf([TEA])
    const flowData = JSON.stringify({ nodes, edges })
    await world.scene.administrator.expect(200, 'PUT', `/chatflows/${flowId}`, { flowData })
    expect(await world.upsert(flowId)).toMatchObject({ numAdded: 0, numSkipped: 1, numDeleted: 1 })
    expect(fake.records().map(fake.textOf)).toEqual([TEA])
  })
})
