import { createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { openDemoEmbedder } from './open-demo-embedder.ts'

const signal = new AbortController().signal

async function embed(...texts: string[]) {
  const embedder = await openDemoEmbedder(createTestComponent('demoEmbeddings'), providerContext())
  return (await embedder.embed(texts, signal)).vectors
}

const likeness = (a: number[] = [], b: number[] = []) =>
  a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0)

test('the same text has the same vector of length one', async () => {
  const [a, b] = await embed('Tea grows on hills.', 'Tea grows on hills.')
  expect(a).toEqual(b)
  expect(a).toHaveLength(256)
  expect(likeness(a, a)).toBeCloseTo(1, 10)
})

test('texts that share words lie nearer than those that do not', async () => {
  const [tea, question, ships] = await embed(
    'Tea grows on green hills.',
    'Where does tea grow? On hills?',
    'Ships carry coal over the sea.',
  )
  expect(likeness(tea, question)).toBeGreaterThan(likeness(ships, question) + 0.2)
})

test('a text without words has a vector too', async () => {
  const [none] = await embed('…')
  expect(likeness(none, none)).toBe(1)
})

test('of a long text its beginning is read, and between many texts others have their turn', async () => {
  const long = 'tea '.repeat(5_000)
  expect((await embed(`${long} ${'coal '.repeat(100_000)}`))[0]).toEqual((await embed('tea'))[0])
  let turns = 0
  const sleep = async () => {
    turns += 1
  }
  const component = createTestComponent('demoEmbeddings')
  const embedder = await openDemoEmbedder(component, { ...providerContext(), sleep })
  await embedder.embed(
    Array.from({ length: 20 }, () => long),
    signal,
  )
  expect(turns).toBe(19)
})
