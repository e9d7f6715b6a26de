import { createTestDatabase, databaseKinds, type TestDatabase } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { toUnitLength } from '../vector-indexes.ts'
import { createVectorIndexes } from './create-vector-indexes.ts'
import { createVectorPort } from './vector-port.ts'

const DIMENSIONS = 96
const ENTRIES = 4_500
const GROUPS = 150
const space = { model: 'm' }

/** Numbers that look like chance and are the same in every run. */
function createChance() {
  let seed = 7
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next()),
  }
}

const chance = createChance()
const vectorOf = (make: (index: number) => number) =>
  Float32Array.from({ length: DIMENSIONS }, (_, index) => make(index))
/** Embeddings of a model lie to one side: all have this in common. */
const common = vectorOf(() => chance.normal())
const themes = Array.from({ length: GROUPS }, () => vectorOf(() => chance.normal()))

function makeVector(theme: number): Float32Array {
  return vectorOf((index) => (common[index] ?? 0) + (themes[theme]?.[index] ?? 0) + 0.5 * chance.normal())
}

const entries = Array.from({ length: ENTRIES }, (_, n) => ({
  hash: `h${n}`,
  text: n % 1_000 === 5 ? `The part number is ZX-${n}` : `A text about theme ${n % GROUPS}`,
  metadata: { page: n % 100, file: `f${n % 40}`, loc: { line: n } },
  vector: makeVector(n % GROUPS),
}))
const cosine = (a: Float32Array, b: Float32Array) =>
  toUnitLength(a).reduce((sum, value, index) => sum + value * (toUnitLength(b)[index] ?? 0), 0)

describe.each(databaseKinds)('a large store on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    const port = open()
    const id = await port.beginSource('large', { source: 'all', space, dimensions: DIMENSIONS })
    for (let at = 0; at < ENTRIES; at += 500) {
      const some = entries.slice(at, at + 500)
      await port.addEntries(
        id,
        at,
        some.map((entry) => ({ ...entry, vector: [...entry.vector] })),
      )
    }
    await port.finishSource(id)
  })
  afterAll(() => testing.drop())

  function open(indexes = createVectorIndexes()) {
    const context = { db: testing.database, vectorIndexes: indexes, now: Date.now }
    return createVectorPort(context as unknown as OperationContext, testing.workspaceId)
  }

  /** What comparing with every entry finds. */
  function findAll(vector: Float32Array, limit: number, passes = (_n: number) => true) {
    const unit = toUnitLength(vector)
    const scored = entries.flatMap((entry, n) => {
      if (!passes(n)) return []
      const other = toUnitLength(entry.vector)
      return [{ n, score: unit.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0) }]
    })
    return scored.toSorted((a, b) => b.score - a.score).slice(0, limit)
  }

  test('finds by codes nearly all that comparing with every entry finds', async () => {
    const port = open()
    let found = 0
    for (let round = 0; round < 20; round += 1) {
      const vector = makeVector(round * 7)
      const expected = findAll(vector, 10)
      const least = expected.at(-1)?.score ?? 0
      const given = await port.search(['large'], { vector: [...vector], limit: 10 })
      expect(given.map(({ score }) => score)).toEqual(
        given.map(({ score }) => score).toSorted((a, b) => b - a),
      )
      found += given.filter(({ score }) => score >= least - 1e-6).length
    }
    expect(found / 200).toBeGreaterThanOrEqual(0.98)
  })

  test('a filter that leaves few finds all of them, nearest first', async () => {
    const vector = makeVector(3)
    const expected = findAll(vector, 5, (n) => n % 100 === 7 && n >= 1_000)
    const filter = { page: 7, 'loc.line': { $gte: 1_000 } }
    const found = await open().search(['large'], { vector: [...vector], limit: 5, filter })
    expect(found.map(({ metadata }) => (metadata.loc as { line: number }).line)).toEqual(
      expected.map(({ n }) => n),
    )
    expect(found[0]?.score).toBeCloseTo(expected[0]?.score ?? 0)
  })

  test('a filter that leaves many is held to as well', async () => {
    const found = await open().search(['large'], {
      vector: [...makeVector(3)],
      limit: 50,
      filter: { page: { $ne: 7 } },
    })
    expect(found).toHaveLength(50)
    expect(found.map(({ metadata }) => metadata.page)).not.toContain(7)
  })

  test('words bring up what is far by meaning, and its score stays the cosine', async () => {
    const vector = makeVector(120)
    const words = 'Where is part number zx-1005?'
    const byMeaning = await open().search(['large'], { vector: [...vector], limit: 4 })
    expect(byMeaning.map(({ text }) => text)).not.toContain('The part number is ZX-1005')
    const both = await open().search(['large'], { vector: [...vector], limit: 4, words })
    const named = both.find(({ text }) => text === 'The part number is ZX-1005')
    expect(named?.score).toBeCloseTo(cosine(vector, entries[1_005]?.vector ?? vector))
    expect(both.map(({ text }) => text)).toContain(byMeaning[0]?.text)
  })

  test('where vectors compare words themselves, what has the words comes first, and what is near behind it', async () => {
    const search = { vector: [...makeVector(120)], limit: 50, words: 'zx-1005' }
    const nearest = await open().search(['large'], { vector: search.vector, limit: 1 })
    const found = await open().search(['large'], { ...search, comparesWords: true })
    const texts = found.map(({ text }) => text)
    expect(texts[0]).toBe('The part number is ZX-1005')
    const named = texts.filter((text) => text.includes('ZX'))
    expect(texts.indexOf(nearest[0]?.text ?? '')).toBe(named.length)
  })

  test('words alone find what has them and nothing else', async () => {
    const search = { vector: [...makeVector(120)], limit: 4, words: 'part number zx-1005', onlyWords: true }
    const found = await open().search(['large'], search)
    expect(found[0]?.text).toBe('The part number is ZX-1005')
    expect(found.every(({ text }) => text.includes('part number'))).toBe(true)
    expect(await open().search(['large'], { ...search, words: 'nowhere' })).toEqual([])
  })

  test('words keep to the filter', async () => {
    const search = { vector: [...makeVector(1)], limit: 50, words: 'zx', filter: { page: { $lt: 5 } } }
    const found = await open().search(['large'], search)
    expect(found.filter(({ text }) => text.includes('ZX'))).toEqual([])
    const others = await open().search(['large'], { ...search, filter: { page: 5 } })
    expect(others.filter(({ text }) => text.includes('ZX'))).toHaveLength(5)
  })

  test('it finds the same from memory, without memory, and with memory for nothing', async () => {
    const search = {
      vector: [...makeVector(50)],
      limit: 20,
      words: 'theme 50',
      filter: { file: { $exists: true } },
    }
    const kept = open()
    const first = await kept.search(['large'], search)
    expect(await kept.search(['large'], search)).toEqual(first)
    expect(await open(createVectorIndexes({ maxBytes: 10 })).search(['large'], search)).toEqual(first)
  })

  test.each([
    ['of parts that have none', () => undefined],
    ['that would take too much memory', undefined],
  ])('it finds the same without fine codes, %s', async (_why, codes) => {
    const search = { vector: [...makeVector(50)], limit: 20 }
    const without = open({ ...createVectorIndexes(), fine: async () => codes })
    expect(await without.search(['large'], search)).toEqual(await open().search(['large'], search))
  })

  test('a small source beside it is found too, and measured from the same centre', async () => {
    const port = open()
    const vector = makeVector(9)
    const id = await port.beginSource('small', { source: 's', space, dimensions: DIMENSIONS })
    await port.addEntries(id, 0, [
      { hash: 'h', text: 'The small one', metadata: { page: 1 }, vector: [...vector] },
    ])
    await port.finishSource(id)
    const [best] = await port.search(['large', 'small'], { vector: [...vector], limit: 3 })
    expect(best).toMatchObject({ text: 'The small one', score: expect.closeTo(1) })
    const rows = await testing.database.read(testing.workspaceId).vectors.listByNames(['large', 'small'])
    expect(new Set(rows.map(({ centreId }) => centreId)).size).toBe(1)
  })

  test('a text is found by its pieces, and given once and whole', async () => {
    const port = open()
    const text = 'Green tea is steeped. Black tea boils. The part ZY-77 is of brass.'
    const pieces = [
      { from: 0, to: 21, theme: 20 },
      { from: 22, to: 38, theme: 21 },
      { from: 39, to: text.length, theme: 22 },
    ]
    const id = await port.beginSource('pieces', { source: 's', space, dimensions: DIMENSIONS })
    const rows = [0, 1].flatMap((which) =>
      pieces.map(({ theme, ...range }, at) => ({
        hash: `p${which}${at}`,
        text: at === 0 ? `${text}${which}` : '',
        metadata: at === 0 ? { page: which } : {},
        vector: [...makeVector(theme + 10 * which)],
        piece: { of: which * pieces.length, ...range },
      })),
    )
    await port.addEntries(id, 0, rows)
    await port.finishSource(id)
    const find = (search: object) =>
      open().search(['pieces'], { vector: [...makeVector(22)], limit: 2, ...search })
    const found = await find({})
    expect(found.map(({ text: each }) => each)).toEqual([`${text}0`, `${text}1`])
    expect(found[0]?.score).toBeCloseTo(cosine(makeVector(22), Float32Array.from(rows[2]?.vector ?? [])), 0)
    expect(await find({ limit: 1, words: 'zy-77', onlyWords: true })).toHaveLength(1)
    expect(await find({ filter: { page: 1 } })).toMatchObject([{ text: `${text}1`, metadata: { page: 1 } }])
    const ofOther = await open().search(['pieces'], { vector: [...makeVector(31)], limit: 1 })
    expect(ofOther).toMatchObject([{ text: `${text}1` }])
  })

  test('an operator that is not known is named', async () => {
    const search = open().search(['large'], {
      vector: [...makeVector(1)],
      limit: 1,
      filter: { page: { $like: 1 } },
    })
    await expect(search).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
