import { expect, test } from 'vitest'
import { createModelLists } from './create-model-lists.ts'

const FRESH_MS = 1000
const listOf = (name: string, more: object = {}) =>
  JSON.stringify({ chat: [{ name: 'chatOpenAI', models: [{ name, label: name, ...more }] }] })

/** Lists of a source that a test changes, and a clock that it sets. */
function open(first: string | Error) {
  const world = { at: 0, text: first as string | Error, reads: 0, told: [] as object[] }
  const lists = createModelLists({
    source: '/etc/models.json',
    freshMs: FRESH_MS,
    now: () => world.at,
    read: async () => {
      world.reads += 1
      if (world.text instanceof Error) throw world.text
      return world.text
    },
    report: (event) => world.told.push(event),
  })
  const names = async () => (await lists.find('chatOpenAI'))?.models.map(({ name }) => name)
  return { world, lists, names }
}

test('once a list was read, a source that hangs holds nobody up', async () => {
  let reads = 0
  const lists = createModelLists({
    source: '/etc/models.json',
    freshMs: 0,
    now: () => 0,
    read: () => (reads++ === 0 ? Promise.resolve(listOf('gpt-good')) : new Promise(() => undefined)),
    report: () => undefined,
  })
  await lists.find('chatOpenAI')
  expect((await lists.find('chatOpenAI'))?.models.map(({ name }) => name)).toEqual(['gpt-good'])
  expect(reads).toBe(2)
})

test('what the operator writes counts without a restart', async () => {
  const { world, names } = open(listOf('gpt-new'))
  expect(await names()).toEqual(['gpt-new'])
  world.text = listOf('gpt-newer')
  expect(await names()).toEqual(['gpt-new'])
  world.at = FRESH_MS
  expect(await names()).toEqual(['gpt-newer'])
  expect(world.reads).toBe(2)
  expect(world.told).toEqual([])
})

test.each([
  ['no JSON', '{"chat": [', 'it is no JSON'],
  ['of another form', '[]', 'it must be an object with chat, llm, embedding'],
  ['without a list', '{"chat": {}}', 'chat must be a list'],
  [
    'with a model without a name',
    '{"chat": [{"name": "x", "models": [{}]}]}',
    'chat[0].models[0].name must be a text',
  ],
  [
    'that adds in other words',
    '{"chat": [{"name": "x", "adds": "yes", "models": []}]}',
    'chat[0].adds must be true or false',
  ],
  ['with a node without a name', '{"llm": [{"models": []}]}', 'llm[0].name must be a text'],
  [
    'with a price that is none',
    listOf('x', { input_cost: '1' }),
    'chat[0].models[0].input_cost must be a number of US dollars for one token',
  ],
  [
    'with a price of cached input that is none',
    listOf('x', { input_cost: 1e-6, cached_input_cost: -1 }),
    'chat[0].models[0].cached_input_cost must be a number of US dollars for one token',
  ],
  ['that is gone', new Error('ENOENT: no such file'), 'ENOENT: no such file'],
])('a list %s leaves the last good one, and is reported once', async (_what, broken, fault) => {
  const { world, names } = open(listOf('gpt-good'))
  await names()
  for (const at of [1, 2]) {
    world.text = broken
    world.at = FRESH_MS * at
    expect(await names()).toEqual(['gpt-good'])
  }
  expect(world.told).toEqual([{ source: '/etc/models.json', fault }])
  world.text = listOf('gpt-mended')
  world.at = FRESH_MS * 3
  expect(await names()).toEqual(['gpt-mended'])
  expect(world.told.at(-1)).toEqual({ source: '/etc/models.json', models: 1 })
})

test('prices are those of a token in the list, and of a million here; none is none', async () => {
  const { lists } = open(listOf('a', { input_cost: 0.00000015, output_cost: 6e-7 }))
  await lists.find('chatOpenAI')
  expect(lists.findModel('chatOpenAI', 'a')?.price).toEqual({ input: 0.15, output: 0.6 })
  const cached = { input_cost: 2e-6, output_cost: 1e-5, cached_input_cost: 2e-7, cache_write_cost: 2.5e-6 }
  const kept = open(listOf('d', cached))
  await kept.lists.find('chatOpenAI')
  expect(kept.lists.findModel('chatOpenAI', 'd')?.price).toEqual({
    input: 2,
    output: 10,
    cachedInput: 0.2,
    cacheWrite: 2.5,
  })
  const free = open(listOf('b'))
  await free.lists.find('chatOpenAI')
  expect(free.lists.findModel('chatOpenAI', 'b')).toEqual({ name: 'b', label: 'b' })
  expect(free.lists.findModel('chatOpenAI', 'c')).toBeUndefined()
})

test('who asks for a price does not wait for a look', async () => {
  const { lists, names } = open(listOf('a'))
  expect(lists.findModel('chatOpenAI', 'a')).toBeUndefined()
  await names()
  expect(lists.findModel('chatOpenAI', 'a')).toBeDefined()
})

test('without a source nothing is read', async () => {
  const lists = createModelLists({
    source: undefined,
    freshMs: 0,
    now: () => 0,
    read: () => Promise.reject(new Error('Nobody asked.')),
    report: () => expect.unreachable(),
  })
  expect(await lists.find('chatOpenAI')).toBeUndefined()
})
