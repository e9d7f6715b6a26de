import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { NewVectorEntry } from './vector-rows.ts'
import type { VectorWriter } from './vector-writer.ts'

const DIMENSIONS = 4

function entry(n: number): NewVectorEntry {
  const embedding = Float32Array.from({ length: DIMENSIONS }, (_, index) => Math.sin(n * 7 + index))
  return { contentHash: `h${n}`, text: `text ${n} ä`, metadata: { source: 'a.pdf', page: n }, embedding }
}

describe.each(databaseKinds)('vectors on %s', (kind) => {
  let testing: TestDatabase
  let now = 1_000
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => now })
  })
  afterAll(() => testing.drop())

  const read = () => testing.database.read(testing.workspaceId).vectors
  const write = <T>(work: (vectors: VectorWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, ({ vectors }) => work(vectors))
  const begin = (key: string) =>
    write((vectors) =>
      vectors.begin({ key, name: 'Handbook', dimensions: DIMENSIONS, embedder: { model: 'm' } }),
    )
  const add = (id: string, from: number, count: number) =>
    write((vectors) =>
      vectors.addEntries(
        id,
        from,
        Array.from({ length: count }, (_, index) => entry(from + index)),
      ),
    )
  async function makeReady(key: string, count: number) {
    const { id } = await begin(key)
    await add(id, 0, count)
    return write((vectors) => vectors.makeReady(id))
  }

  test('a collection is found by its key once it is ready, and not before', async () => {
    const key = randomUUID()
    const { id, state } = await begin(key)
    expect(state).toBe('building')
    await add(id, 0, 3)
    await add(id, 3, 2)
    expect(await read().findByKey(key)).toBeUndefined()
    await write((vectors) => vectors.makeReady(id))
    expect(await read().findByKey(key)).toMatchObject({
      id,
      state: 'ready',
      count: 5,
      dimensions: DIMENSIONS,
      embedder: { model: 'm' },
    })
    await expect(add(id, 5, 1)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('vectors come back as they were, page by page, and texts by their numbers', async () => {
    const { id } = await makeReady(randomUUID(), 1_203)
    const seen: { n: number; embedding: Float32Array }[] = []
    for (let after = -1; ; after = seen.at(-1)?.n ?? after) {
      const page = await read().readEmbeddings(id, { after, limit: 500 })
      if (page.length === 0) break
      seen.push(...page)
    }
    expect(seen.map(({ n }) => n)).toEqual(Array.from({ length: 1_203 }, (_, n) => n))
    for (const { n, embedding } of seen) expect(embedding).toEqual(entry(n).embedding)
    expect(await read().readTexts(id, [700, 2, 9_999])).toEqual([
      { n: 2, of: 2, text: 'text 2 ä', metadata: { source: 'a.pdf', page: 2 } },
      { n: 700, of: 700, text: 'text 700 ä', metadata: { source: 'a.pdf', page: 700 } },
    ])
    expect(await read().readTexts(id, [])).toEqual([])
  })

  test('of two that build the same, both end with the one that was ready first', async () => {
    const key = randomUUID()
    const ids = [(await begin(key)).id, (await begin(key)).id, (await begin(key)).id]
    for (const id of ids) await add(id, 0, 2)
    const ready = await Promise.all(ids.map((id) => write((vectors) => vectors.makeReady(id))))
    const [first] = ready
    expect(ids).toContain(first?.id)
    expect(new Set(ready.map(({ id }) => id)).size).toBe(1)
    const others = ids.filter((candidate) => candidate !== first?.id)
    // They may be large: what is left of them goes in slices.
    for (const id of others) expect(await read().readEmbeddings(id, { after: -1, limit: 9 })).toHaveLength(2)
    while ((await write((vectors) => vectors.deleteUnused(1, 1))) > 0);
    for (const id of others) {
      await expect(read().get(id)).rejects.toMatchObject({ code: 'not_found' })
      expect(await read().readEmbeddings(id, { after: -1, limit: 9 })).toEqual([])
    }
  })

  test('a vector of another length is refused, and a number that stands there already', async () => {
    const { id } = await begin(randomUUID())
    const long = { ...entry(0), embedding: new Float32Array(DIMENSIONS + 1) }
    await expect(write((vectors) => vectors.addEntries(id, 0, [entry(0), long]))).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await add(id, 0, 2)
    await expect(add(id, 1, 2)).rejects.toMatchObject({ code: 'conflict' })
    expect(await read().readEmbeddings(id, { after: -1, limit: 9 })).toHaveLength(2)
  })

  test('what was not used for long goes, with its entries', async () => {
    now = 5_000
    const [used, unused] = [await makeReady(randomUUID(), 2), await makeReady(randomUUID(), 2)]
    now = 9_000
    await write((vectors) => vectors.touch(used.id))
    const counts: number[] = []
    do counts.push(await write((vectors) => vectors.deleteUnused(9_000, 1_000)))
    while (counts.at(-1) !== 0)
    expect(Math.max(...counts)).toBeLessThanOrEqual(1_000)
    expect(counts.length).toBeGreaterThan(3)
    expect(await read().get(used.id)).toMatchObject({ lastUsedAt: 9_000 })
    await expect(read().get(unused.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await read().readEmbeddings(unused.id, { after: -1, limit: 9 })).toEqual([])
  })

  test('what makes a collection quick to search goes part by part', async () => {
    now = 30_000
    const { id } = await makeReady(randomUUID(), 2)
    await write(async (vectors) => {
      for (const part of [0, 1]) {
        const terms = new Map([[7, Uint8Array.of(1)]])
        const bytes = { codes: Uint8Array.of(), lengths: Uint8Array.of(), fine: null }
        await vectors.putPart({ collectionId: id, part, count: 1, ...bytes, terms })
      }
    })
    const left = async () => [
      (await read().readParts(id, { from: 0, limit: 9 })).length,
      (await read().readTerms([id], [7])).length,
      (await read().readEmbeddings(id, { after: -1, limit: 9 })).length,
    ]
    const slice = () => write((vectors) => vectors.deleteUnused(30_001, 1_000))
    while ((await left())[0] === 2) expect(await slice()).toBeGreaterThan(0)
    expect(await left()).toEqual([1, 1, 2])
    while ((await slice()) > 0);
    expect(await left()).toEqual([0, 0, 0])
  })

  test('what a dead maker left of a store goes, and what the store has stays', async () => {
    now = 10_000
    const key = randomUUID()
    const left = await begin(key)
    await add(left.id, 0, 2)
    const ready = await makeReady(key, 2)
    await testing.database.write(testing.workspaceId, async ({ documentStores, vectors }) => {
      const { id } = await documentStores.insert({
        name: 'Handbook',
        description: null,
        consentedHosts: '[]',
      })
      await vectors.giveToStore(id, ['Handbook'])
    })
    while ((await write((vectors) => vectors.deleteUnused(10_001, 1_000))) > 0);
    await expect(read().get(left.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await read().findByKey(key)).toMatchObject({ id: ready.id, count: 2 })
  })

  test('a collection that is deleted in parts is found by nobody from the first part on', async () => {
    now = 20_000
    const collection = await makeReady(randomUUID(), 5)
    for (;;) {
      const gone = await write((vectors) => vectors.deleteUnused(20_000, 1_000))
      if (gone === 0) break
    }
    expect(await write((vectors) => vectors.deleteUnused(20_001, 3))).toBe(3)
    expect(await read().findByKey(collection.key)).toBeUndefined()
    expect(await write((vectors) => vectors.deleteUnused(20_001, 3))).toBe(3)
    expect(await write((vectors) => vectors.deleteUnused(20_001, 3))).toBe(0)
  })

  test('another workspace neither finds a collection nor adds to it', async () => {
    const other = await addTestWorkspace(testing)
    const collection = await makeReady(randomUUID(), 1)
    const building = await begin(randomUUID())
    const foreign = testing.database.read(other).vectors
    expect(await foreign.findByKey(collection.key)).toBeUndefined()
    expect(await foreign.readEmbeddings(collection.id, { after: -1, limit: 9 })).toEqual([])
    expect(await foreign.readTexts(collection.id, [0])).toEqual([])
    const attempts: ((vectors: VectorWriter) => Promise<unknown>)[] = [
      (vectors) => vectors.addEntries(building.id, 0, [entry(0)]),
      (vectors) => vectors.makeReady(building.id),
    ]
    for (const attempt of attempts) {
      const writing = testing.database.write(other, ({ vectors }) => attempt(vectors))
      await expect(writing).rejects.toMatchObject({ code: 'not_found' })
    }
    await testing.database.write(other, ({ vectors }) => vectors.retire(collection.name))
    expect(await read().findByKey(collection.key)).toMatchObject({ id: collection.id })
  })
})
