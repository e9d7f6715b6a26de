import type { HistoryMessage, JsonObject } from '@runnel/contract'
import { listProvided } from '@runnel/node-kit'
import { aModel, createTestCallContext, createTestComponent, said } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { outsideCases } from './outside-cases.fixture.ts'
import { openOutsideMemory } from './outside-memories.fixture.ts'

/** What a memory makes of the conversation below: of its messages, and of a summary when `asks` is there. */
interface MemoryCase {
  node: string
  does: string
  values?: JsonObject
  /** Which of the ten messages are given whole. */
  keeps: number[]
  /** The messages that its model summarises; none when it asks none. */
  summarises?: number[]
}

const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Ten messages of ten tokens each, by the tokenizer of GPT-4. */
const talk: HistoryMessage[] = all.map((index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `message ${index}${' a'.repeat(7)}`,
}))

const cases: MemoryCase[] = [
  { node: 'bufferMemory', does: 'keeps all', keeps: all },
  { node: 'bufferWindowMemory', does: 'keeps four exchanges', keeps: all.slice(2) },
  { node: 'bufferWindowMemory', does: 'keeps k exchanges', values: { k: '1' }, keeps: [8, 9] },
  { node: 'bufferWindowMemory', does: 'keeps none of none', values: { k: 0 }, keeps: [] },
  { node: 'bufferWindowMemory', does: 'keeps what there is', values: { k: 50 }, keeps: all },
  { node: 'conversationSummaryMemory', does: 'sums up all', keeps: [], summarises: all },
  { node: 'conversationSummaryBufferMemory', does: 'keeps what fits', keeps: all },
  {
    node: 'conversationSummaryBufferMemory',
    does: 'keeps what fits whole',
    values: { maxTokenLimit: 100 },
    keeps: all,
  },
  {
    node: 'conversationSummaryBufferMemory',
    does: 'sums up what does not fit',
    values: { maxTokenLimit: '35' },
    keeps: [7, 8, 9],
    summarises: all.slice(0, 7),
  },
  {
    node: 'conversationSummaryBufferMemory',
    does: 'sums up all where nothing fits',
    values: { maxTokenLimit: 0 },
    keeps: [],
    summarises: all,
  },
]

const memories = nodeCatalogue.filter(({ definition }) => listProvided(definition).includes('memory'))

test('every memory of the catalogue is held to these tests', () => {
  expect([...new Set([...cases, ...outsideCases].map(({ node }) => node))].sort()).toEqual(
    memories.map(({ definition }) => definition.name).sort(),
  )
})

async function recallOf(
  { node, values }: Pick<MemoryCase, 'node' | 'values'>,
  pastHistory: HistoryMessage[],
  anchors = { model: [aModel] },
) {
  const type = memories.find(({ definition }) => definition.name === node)
  const defaults = Object.fromEntries(
    (type?.definition.inputs ?? []).flatMap(({ name, default: first }) =>
      first === undefined ? [] : [[name, first]],
    ),
  )
  const component = createTestComponent(node, { values: { ...defaults, ...values }, anchors })
  const { call, requests } = createTestCallContext({ run: { pastHistory }, model: () => said(' Tea. ') })
  const memory = await type?.provides?.memory?.()
  return { recalled: await memory?.recall(component, call), requests }
}

describe.each(cases)('$node $does', ({ keeps, summarises = [], ...memory }) => {
  test('of a conversation', async () => {
    const { recalled, requests } = await recallOf(memory, talk)
    const whole = keeps.map((index) => talk[index])
    const summary = { role: 'system', content: expect.stringMatching(/summary.*:\nTea\.$/i) }
    expect(recalled).toEqual(summarises.length === 0 ? whole : [summary, ...whole])
    const asked = requests.map(({ messages, show }) => ({ show, text: messages.at(-1)?.content }))
    const lines = summarises.map((index) => `${talk[index]?.role}: ${talk[index]?.content}`)
    expect(asked).toEqual(lines.length === 0 ? [] : [{ show: false, text: lines.join('\n') }])
  })

  test('asks nobody of a conversation that has not begun', async () => {
    expect(await recallOf(memory, [])).toEqual({ recalled: [], requests: [] })
  })
})

test.each(cases.filter(({ summarises }) => summarises))(
  '$node $does, or says that it has no model',
  async (memory) => {
    await expect(recallOf(memory, talk, { model: [] })).rejects.toThrow('has no model')
  },
)

describe.each(outsideCases)('$node, which keeps conversations outside this product,', (memory) => {
  const exchange = (n: number) => talk.slice(2 * n, 2 * n + 2)
  const { tells = (kept) => kept } = memory

  test('gives back what it kept, session by session', async () => {
    const { recall, keep } = openOutsideMemory(memory)
    for (const n of [0, 1]) await keep(exchange(n))
    await keep(exchange(4), { sessionId: 'another' })
    expect(await recall()).toEqual(tells(talk.slice(0, 4)))
    expect(await recall({ sessionId: 'another' })).toEqual(tells(exchange(4)))
    expect(await recall({ sessionId: 'a third' })).toEqual([])
  })

  test('keeps a session whose name others could guess apart', async () => {
    const { recall, keep } = openOutsideMemory(memory)
    await keep(exchange(0))
    const stranger = { outsideSession: 'anonymous:session' }
    expect(await recall(stranger)).toEqual([])
    await keep(exchange(1), stranger)
    expect(await recall(stranger)).toEqual(tells(exchange(1)))
    expect(await recall()).toEqual(tells(exchange(0)))
  })

  test('reads what Flowise stored, and passes over what is no message', async () => {
    const { recall, store } = openOutsideMemory(memory)
    store(memory.stored.messages)
    expect(await recall()).toEqual(memory.stored.recalled)
  })

  test('goes to its own host only, leaves its key to the last moment, and says what a call does', async () => {
    const { recall, keep, calls } = openOutsideMemory(memory)
    await recall()
    await keep(exchange(0))
    for (const { host } of calls) expect(host).toBe(memory.host)
    const journaled = JSON.stringify(calls)
    for (const secret of Object.values(memory.credential)) expect(journaled).not.toContain(secret)
    expect(calls.map(({ effects }) => effects)).toEqual(['read', 'write'])
  })

  test('settings that lead nowhere say what to do, and repeat no secret', async () => {
    const { values, credential } = memory.nowhere
    const { recall } = openOutsideMemory({
      ...memory,
      values: { ...memory.values, ...values },
      credential: { ...memory.credential, ...credential },
    })
    const fault = await recall().catch((error: unknown) => error)
    expect(fault).toMatchObject({ code: 'invalid_input' })
    for (const secret of Object.values(credential ?? {})) expect(String(fault)).not.toContain(secret)
  })
})

const overHttp = outsideCases.filter(({ startFake }) => startFake().answer)

describe.each(overHttp)('$node, which asks its server over HTTP,', (memory) => {
  test.each<[number, string, string]>([
    [401, '{}', 'status 401'],
    [503, '<html>', 'status 503'],
    [200, '<html>', 'cannot be read'],
    ...memory.nonsense.map(([answer, says]): [number, string, string] => [200, JSON.stringify(answer), says]),
  ])('tells an answer of %i with %s in plain words', async (status, body, says) => {
    const answer = () => ({ status, headers: {}, body })
    const { recall, keep } = openOutsideMemory(memory, { answer })
    await expect(recall()).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining(says),
    })
    await expect(keep(talk.slice(0, 2))).rejects.toThrow(says)
  })
})

test.each(memories.map(({ definition }) => definition))(
  '$name is found by the anchors of chains and agents, and keeps a session or what is known of a person',
  ({ name, baseClasses, inputs }) => {
    const isOfPeople = outsideCases.find(({ node }) => node === name)?.isOfPeople === true
    expect(baseClasses).toEqual(expect.arrayContaining(['BaseChatMemory', 'BaseMemory']))
    expect(inputs.some(({ readAs }) => readAs === 'sessionId')).toBe(!isOfPeople)
    expect(inputs.find((input) => input.name === 'memoryKey')?.default).toBe(
      isOfPeople ? 'history' : 'chat_history',
    )
  },
)
