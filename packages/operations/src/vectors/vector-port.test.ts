import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { createVectorIndexes } from './create-vector-indexes.ts'
import { createVectorPort } from './vector-port.ts'

const space = { model: 'm' }

function entry(text: string, vector: number[], metadata = {}) {
  return { hash: text, text, metadata, vector }
}

describe.each(databaseKinds)('the embedded store on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  function open(workspaceId = testing.workspaceId, indexes = createVectorIndexes()) {
    const context = { db: testing.database, vectorIndexes: indexes, now: Date.now }
    return createVectorPort(context as unknown as OperationContext, workspaceId)
  }

  async function fill(key: string, source: string, entries: ReturnType<typeof entry>[]) {
    const port = open()
    const dimensions = entries[0]?.vector.length ?? 1
    const id = await port.beginSource(key, { source, space, dimensions })
    await port.addEntries(id, 0, entries)
    await port.finishSource(id)
  }

  const textsOf = (found: { text: string }[]) => found.map(({ text }) => text)

  test('a source is found when it is finished, and nothing of it before', async () => {
    const port = open()
    const id = await port.beginSource('begun', { source: 's', space, dimensions: 2 })
    await port.addEntries(id, 0, [entry('a', [1, 0])])
    await port.addEntries(id, 1, [entry('b', [0, 1])])
    expect(await port.hasSource('begun', 's')).toBe(false)
    expect(await port.search(['begun'], { vector: [1, 0], limit: 9 })).toEqual([])
    await port.finishSource(id)
    expect(await port.hasSource('begun', 's')).toBe(true)
    expect(await port.hasSource('begun', 'other')).toBe(false)
    expect(textsOf(await port.search(['begun'], { vector: [1, 0], limit: 9 }))).toEqual(['a', 'b'])
  })

  test('the documents of a source are counted, also where they are found by pieces', async () => {
    const port = open()
    await fill('counted', 'whole', [entry('a', [1, 0]), entry('b', [0, 1])])
    expect(await port.countSource('counted', 'whole', false)).toBe(2)
    expect(await port.countSource('counted', 'unknown', false)).toBe(0)
    const id = await port.beginSource('counted', { source: 'pieces', space, dimensions: 2 })
    const piece = (of: number, from: number) => ({
      ...entry(`p${from}`, [1, 0]),
      piece: { of, from, to: from + 1 },
    })
    await port.addEntries(id, 0, [piece(0, 0), piece(0, 1), entry('short', [0, 1])])
    await port.finishSource(id)
    expect(await port.countSource('counted', 'pieces', true)).toBe(2)
  })

  test('a source that takes the place of the others is found alone, and may come back', async () => {
    const port = open()
    expect(await port.hasSource('site')).toBe(false)
    await fill('site', 'v1', [entry('old', [1, 0])])
    await fill('site beside', 'v1', [entry('other', [1, 0])])
    await fill('site', 'v2', [entry('new', [1, 0])])
    const find = async () =>
      textsOf(await port.search(['site', 'site beside'], { vector: [1, 0], limit: 9 })).sort()
    expect([await port.keepOnly('site', 'v2'), await port.keepOnly('site', 'v2')]).toEqual([1, 0])
    expect(await find()).toEqual(['new', 'other'])
    expect([await port.hasSource('site'), await port.hasSource('site', 'v1')]).toEqual([true, false])
    await fill('site', 'v1', [entry('old', [1, 0])])
    await port.keepOnly('site', 'v1')
    expect(await find()).toEqual(['old', 'other'])
    await port.keepOnly('site')
    expect(await find()).toEqual(['other'])
    expect(await port.hasSource('site')).toBe(false)
  })

  test('the nearest of all sources come first, by the angle and not by the length', async () => {
    await fill('near', 's1', [entry('far', [-1, 0]), entry('long', [40, 30], { page: 2 })])
    await fill('near', 's2', [entry('short', [0.1, 0.01])])
    await fill('elsewhere', 's1', [entry('hidden', [1, 0])])
    const both = await open().search(['near', 'elsewhere'], { vector: [2, 0], limit: 2 })
    expect(textsOf(both)).toEqual(['hidden', 'short'])
    const found = await open().search(['near'], { vector: [2, 0], limit: 2 })
    expect(textsOf(found)).toEqual(['short', 'long'])
    expect(found[1]).toEqual({ text: 'long', metadata: { page: 2 }, score: expect.closeTo(0.8) })
  })

  test('two that take the same source in at once leave it there once', async () => {
    const port = open()
    const begin = () => port.beginSource('twice', { source: 's', space, dimensions: 1 })
    const ids = [await begin(), await begin()]
    for (const id of ids) await port.addEntries(id, 0, [entry('a', [1])])
    for (const id of ids) await port.finishSource(id)
    expect(textsOf(await port.search(['twice'], { vector: [1], limit: 9 }))).toEqual(['a'])
  })

  test('a filter lets pass what has its values', async () => {
    const entries = [entry('a', [1], { page: 1, of: 'x' }), entry('b', [1], { page: 2, of: 'x' })]
    await fill('filtered', 's', entries)
    const find = (filter: Record<string, string | number>) =>
      open().search(['filtered'], { vector: [1], limit: 9, filter })
    expect(textsOf(await find({ page: 2 }))).toEqual(['b'])
    expect(textsOf(await find({ of: 'x' }))).toEqual(['a', 'b'])
    expect(await find({ page: '2' })).toEqual([])
  })

  test('vectors of another length are refused', async () => {
    await fill('dimensions', 's', [entry('a', [1, 0])])
    const port = open()
    await expect(port.search(['dimensions'], { vector: [1], limit: 1 })).rejects.toThrow('has 1 dimensions')
    const id = await port.beginSource('dimensions', { source: 't', space, dimensions: 2 })
    await expect(port.addEntries(id, 0, [entry('b', [1])])).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('another workspace finds nothing', async () => {
    await fill('own', 's', [entry('a', [1])])
    const foreign = open(await addTestWorkspace(testing))
    expect(await foreign.hasSource('own', 's')).toBe(false)
    expect(await foreign.search(['own'], { vector: [1], limit: 9 })).toEqual([])
  })

  test('many are compared exactly, from memory or without', async () => {
    const count = 1_500
    const angle = (n: number) => [Math.cos(n / count), Math.sin(n / count)]
    const entries = Array.from({ length: count }, (_, n) => entry(`t${n}`, angle(n)))
    await fill('many', 's', entries)
    const wanted = ['t700', 't699', 't701'].sort()
    for (const indexes of [createVectorIndexes(), createVectorIndexes({ maxBytes: 100 })]) {
      const port = open(testing.workspaceId, indexes)
      for (const _again of [1, 2]) {
        const found = await port.search(['many'], { vector: angle(700), limit: 3 })
        expect(found[0]?.text).toBe('t700')
        expect(textsOf(found).sort()).toEqual(wanted)
      }
    }
  })
})
