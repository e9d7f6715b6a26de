import type {
  JsonObject,
  MetadataCondition,
  SqlAddress,
  VectorTable,
  VectorTableQuestion,
} from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress } from '../egress/create-egress.ts'
import { createDataServers } from './create-data-servers.ts'
import { startVectorDatabase, type TestVectorDatabase } from './pglite-server.fixture.ts'

const tea: VectorTable = {
  name: 'Tea "house"',
  content: 'pageContent',
  metadata: 'metadata',
  vector: 'embedding',
}
const ids = ['1', '2', '3'].map((n) => `0000000${n}-0000-8000-8000-000000000000`)
const [one = '', two = '', three = ''] = ids

interface Known extends JsonObject {
  vector?: number[]
}

describe('a table of vectors', () => {
  let database: TestVectorDatabase
  let ask: (
    operation: VectorTableQuestion['operation'],
    table?: VectorTable,
    more?: Partial<SqlAddress>,
  ) => Promise<unknown[]>
  const endings: (() => Promise<void>)[] = []
  beforeAll(async () => {
    database = await startVectorDatabase()
    endings.push(() => database.close())
    const { port } = database
    const egress = createEgress({
      allow: [`db.internal:${port}`],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const dataServers = createDataServers({ egress })
    endings.push(() => dataServers.close())
    const account = { user: 'tea', password: 'x', database: database.database }
    const address: SqlAddress = { kind: 'postgres', host: 'db.internal', port, tls: false, ...account }
    const how = { workspaceId: 'w', timeoutMs: 20_000, signal: new AbortController().signal }
    ask = (operation, table = tea, more = {}) =>
      dataServers.ask(
        'vectorTable',
        { address: { ...address, ...more }, question: { table, operation } },
        how,
      )
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.reverse()) await end()
  })

  const row = (id: string, content: string, { vector = [1, 1, 1], ...known }: Known = {}) => ({
    id,
    content,
    metadata: { runnel_source: 's', ...known },
    vector,
  })
  const nearest = (more: object = {}, table = tea) =>
    ask(
      {
        type: 'nearest',
        vector: [1, 0],
        distance: 'cosine',
        limit: 9,
        conditions: [],
        withVectors: false,
        ...more,
      },
      table,
    )

  test('is made once, filled again and again without anything double, listed and emptied', async () => {
    expect(await ask({ type: 'describe' })).toEqual([])
    for (const _time of [1, 2]) await ask({ type: 'make', dimensions: 2, listedBy: 'runnel_source' })
    expect(await ask({ type: 'describe' })).toEqual([{ dimensions: 2 }])
    const rows = [
      row(one, 'green\0 "tea" \' ü 茶', { vector: [1, 0], page: 1, tags: ['a', 'b'], 'a.b': { c: 'x\0y' } }),
      row(two, 'black tea', { vector: [0, 1], page: 2, topic: "it's" }),
      row(three, 'mixed', { vector: [0.6, 0.8], topic: 'tea' }),
    ]
    for (const _time of [1, 2]) await ask({ type: 'put', rows })
    await ask({
      type: 'put',
      rows: [{ ...row(two, 'black', { vector: [0, 1] }), metadata: { runnel_source: 't' } }],
    })
    const list = (value: string, more = {}) =>
      ask({ type: 'listIds', key: 'runnel_source', value, limit: 9, ...more })
    expect(await list('s')).toEqual([{ id: one }, { id: three }])
    expect(await list('s', { limit: 1 })).toEqual([{ id: one }])
    expect(await list('s', { after: one })).toEqual([{ id: three }])
    expect(await list("t' OR '1'='1")).toEqual([])
    expect(await nearest()).toEqual([
      {
        id: one,
        content: 'green "tea" \' ü 茶',
        metadata: { runnel_source: 's', page: 1, tags: ['a', 'b'], 'a.b': { c: 'xy' } },
        distance: 0,
      },
      expect.objectContaining({ id: three, distance: expect.closeTo(0.4) }),
      expect.objectContaining({ id: two, content: 'black', distance: expect.closeTo(1) }),
    ])
    expect(await nearest({ limit: 1, withVectors: true })).toMatchObject([{ vector: [1, 0] }])
    await ask({ type: 'remove', ids: [two, 'no uuid'] })
    expect(await list('t')).toEqual([])
  })

  test.each([
    ['euclidean', 0, 1],
    ['innerProduct', -1, -0.6],
  ])('compares by %s', async (distance, first, second) => {
    const found = (await nearest({ distance })) as { distance: number }[]
    expect(found[0]?.distance).toBeCloseTo(first)
    if (distance === 'innerProduct') expect(found[1]?.distance).toBeCloseTo(second)
  })

  test('finds by words, rare ones first, with and without an index of them', async () => {
    const table = { ...tea, name: "Words 'of' tea" }
    await ask({ type: 'make', dimensions: 2, listedBy: 'runnel_source' }, table)
    const texts = [
      'The cup, the pot and the kettle of the house',
      "Part AX-4711 of the kettle, and the lid's hinge",
      'The 茶 of the house',
      'the the the the',
    ]
    const rows = texts.map((text, n) =>
      row(`1000000${n}-0000-8000-8000-000000000000`, text, { vector: [1, n], place: n }),
    )
    await ask({ type: 'put', rows }, table)
    const find = async (words: string, more: { limit?: number; conditions?: MetadataCondition[] } = {}) => {
      const found = await ask({ type: 'words', words, limit: 9, conditions: [], ...more }, table)
      return (found as { content: string; score: number }[]).map(({ content, score }) => {
        expect(score).toBeGreaterThan(0)
        return texts.indexOf(content)
      })
    }
    for (const _index of ['none', 'one']) {
      expect(await find('What holds the lid?')).toEqual([
        1,
        expect.any(Number),
        expect.any(Number),
        expect.any(Number),
      ])
      expect(await find('AX-4711')).toEqual([1])
      expect(await find('KETTLE house')).toEqual([0, 2, 1])
      expect(await find('茶')).toEqual([2])
      expect(await find('the', { limit: 2 })).toHaveLength(2)
      expect(await find('kettle', { conditions: [{ key: 'place', is: 1 }] })).toEqual([1])
      expect(await find("' | \\ & ! ( :* <-> \0")).toEqual([])
      expect(await find('')).toEqual([])
      expect(await find('nothing of this')).not.toContain(3)
      await ask({ type: 'indexWords' }, table)
    }
    await ask({ type: 'indexWords' }, table)
  })

  test('finds each piece of what signs hold together, and words of every script', async () => {
    const table = { ...tea, name: 'signs' }
    await ask({ type: 'make', dimensions: 2, listedBy: 'runnel_source' }, table)
    const texts = [
      'Part AX-4711 costs 3.14',
      'Part AX-4712, see report.pdf of v1.2.3',
      'Ask ada@tea.example or https://tea.example/shop_list?page=7',
      'हिन्दी भाषा',
      'दीपक',
    ]
    const rows = texts.map((text, n) =>
      row(`3000000${n}-0000-8000-8000-000000000000`, text, { vector: [1, n] }),
    )
    await ask({ type: 'put', rows }, table)
    const find = async (words: string) =>
      ((await ask({ type: 'words', words, limit: 9, conditions: [] }, table)) as { content: string }[]).map(
        ({ content }) => texts.indexOf(content),
      )
    for (const [words, found] of [
      ['AX-4712', [1, 0]],
      ['4711', [0]],
      ['3.14', [0, 1]],
      ['report.pdf', [1]],
      ['report', [1]],
      ['v1.2.3', [1, 0]],
      ['ada@tea.example', [2]],
      ['tea.example/shop_list', [2]],
      ['list', [2]],
      ['हिन्दी', [3]],
    ] as const)
      expect([words, await find(words)]).toEqual([words, found])
  })

  test('leaves out words that stand nearly everywhere, where others do not', async () => {
    const table = { ...tea, name: 'everywhere' }
    await ask({ type: 'make', dimensions: 2, listedBy: 'runnel_source' }, table)
    for (let from = 0; from < 5_200; from += 650) {
      const rows = Array.from({ length: 650 }, (_, n) =>
        row(`2${String(from + n).padStart(7, '0')}-0000-8000-8000-000000000000`, `the page ${from + n}`, {
          vector: [1, 0],
        }),
      )
      await ask({ type: 'put', rows }, table)
    }
    await ask({ type: 'indexWords' }, table)
    const find = async (words: string) =>
      ((await ask({ type: 'words', words, limit: 3, conditions: [] }, table)) as { content: string }[]).map(
        ({ content }) => content,
      )
    expect(await find('the page 4321')).toEqual(['the page 4321'])
    expect(await find('the page')).toHaveLength(3)
  })

  test('finds what meets every condition', async () => {
    const find = async (...conditions: object[]) =>
      ((await nearest({ conditions })) as { id: string }[]).map(({ id }) => id)
    expect(await find({ key: 'page', is: 1 })).toEqual([one])
    expect(await find({ key: 'page', is: '1' })).toEqual([])
    expect(await find({ key: 'topic', in: ['tea', 'x'] })).toEqual([three])
    expect(await find({ key: 'topic', notIn: ['x'] })).toEqual([three])
    expect(await find({ key: 'tags', holdsOneOf: ['b', 'z'] })).toEqual([one])
    expect(await find({ key: "x' OR TRUE --", is: 1 })).toEqual([])
    expect(await find({ key: 'page', compares: 'gte', number: 1 })).toEqual([one])
    expect(await find({ key: 'page', compares: 'gt', number: 1 })).toEqual([])
    expect(await find({ key: 'topic', compares: 'lt', number: 9 })).toEqual([])
    expect(await find({ key: 'topic', contains: 'E' })).toEqual([three])
    expect(await find({ key: 'topic', isThere: true })).toEqual([three])
    expect(await find({ not: { key: 'topic', is: 'x' } }, { not: { key: 'page', isThere: true } })).toContain(
      three,
    )
    const any = [
      { key: 'page', is: 1 },
      { joins: 'all', conditions: [{ key: 'topic', is: 'tea' }] },
    ]
    expect((await find({ joins: 'any', conditions: any })).sort()).toEqual([one, three].sort())
    expect(await find({ key: 'page', is: 1 }, { key: 'topic', is: 'tea' })).toEqual([])
  })

  test('that somebody else made is known, with vectors of no fixed length, and one that is none is named', async () => {
    await database.query('CREATE SCHEMA lib')
    await database.query('CREATE TABLE lib.docs (id text PRIMARY KEY, text text, meta jsonb, v vector)')
    const docs: VectorTable = { schema: 'lib', name: 'docs', content: 'text', metadata: 'meta', vector: 'v' }
    expect(await ask({ type: 'describe' }, docs)).toEqual([{ dimensions: null }])
    await ask({ type: 'put', rows: [row('any text', 'x', { vector: [1, 2, 3] })] }, docs)
    expect(await ask({ type: 'describe' }, docs)).toEqual([{ dimensions: 3 }])
    expect(await nearest({ vector: [1, 2, 3] }, docs)).toMatchObject([{ id: 'any text', content: 'x' }])
    await expect(ask({ type: 'describe' }, { ...docs, vector: 'w' })).rejects.toThrow('has no column "w"')
    await expect(nearest({ vector: [1] }, docs)).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('different vector dimensions'),
    })
  })

  test('has an index of neighbours, which finds as many as are wanted and all that meet a condition', async () => {
    const many = { ...tea, name: 'many' }
    await ask({ type: 'make', dimensions: 2, listedBy: 'runnel_source' }, many)
    const id = (n: number) => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`
    const angle = (n: number) => [Math.cos(n / 500), Math.sin(n / 500)]
    for (let from = 0; from < 600; from += 100) {
      const rows = Array.from({ length: 100 }, (_, at) =>
        row(id(from + at), `tea ${from + at}`, { vector: angle(from + at), isLast: from + at >= 595 }),
      )
      await ask({ type: 'put', rows }, many)
    }
    for (const distance of ['cosine', 'euclidean', 'innerProduct'] as const)
      for (const _time of [1, 2]) await ask({ type: 'index', distance, neighbours: 8 }, many)
    const indexes = await database.query(`SELECT indexdef FROM pg_indexes WHERE tablename = 'many'`)
    const definitions = indexes.map(({ indexdef }) => String(indexdef))
    for (const operators of ['vector_cosine_ops', 'vector_l2_ops', 'vector_ip_ops'])
      expect(definitions.filter((one) => one.includes(`USING hnsw (embedding ${operators})`))).toHaveLength(1)
    expect(definitions.join()).toContain("m='8', ef_construction='64'")
    // Otherwise so few rows are read through.
    await database.query('SET enable_seqscan = off')
    const find = async (more: object) =>
      ((await nearest({ candidates: 40, ...more }, many)) as { id: string }[]).map((found) => found.id)
    expect(await find({ limit: 3 })).toEqual([id(0), id(1), id(2)])
    expect(await find({ limit: 200 })).toHaveLength(200)
    expect(await find({ limit: 2_000 })).toHaveLength(600)
    const last = [595, 596, 597, 598, 599].map(id)
    expect(await find({ conditions: [{ key: 'isLast', is: true }] })).toEqual(last)
    const plan = await database.query(
      `EXPLAIN SELECT id, embedding <=> '[1,0]'::vector AS distance FROM many ORDER BY distance LIMIT 3`,
    )
    await database.query('RESET enable_seqscan')
    expect(JSON.stringify(plan)).toContain('many_runnel_hnsw_cosine')
  })

  test.each([
    [{ type: 'put', rows: [row(one, 'x', { vector: [Number.NaN, 1] })] }, tea],
    [{ type: 'make', dimensions: 0, listedBy: 'a' }, tea],
    [{ type: 'listIds', key: 'a', value: 'b', limit: 1_000_000 }, tea],
    [{ type: 'describe' }, { ...tea, name: 'x'.repeat(64) }],
    [{ type: 'describe' }, { ...tea, name: '' }],
  ] as [VectorTableQuestion['operation'], VectorTable][])('is not asked %j', async (operation, table) => {
    await expect(ask(operation, table)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('keeps names to themselves: one that would end the statement is a table that is not there', async () => {
    const name = 'x"; DROP TABLE lib.docs; --'
    expect(await ask({ type: 'describe' }, { ...tea, name })).toEqual([])
    await ask({ type: 'make', dimensions: 2, listedBy: "a')); DROP TABLE lib.docs; --" }, { ...tea, name })
    expect(await database.query('SELECT count(*)::int AS n FROM lib.docs')).toEqual([{ n: 1 }])
    expect(await ask({ type: 'describe' }, { ...tea, name })).toEqual([{ dimensions: 2 }])
  })

  test('is written whole or not at all', async () => {
    const before = await database.query('SELECT count(*)::int AS n FROM lib.docs')
    const docs: VectorTable = { schema: 'lib', name: 'docs', content: 'text', metadata: 'meta', vector: 'v' }
    const rows = [row('a', 'a'), row('a', 'twice')]
    await expect(ask({ type: 'put', rows }, docs)).rejects.toMatchObject({ code: 'upstream_error' })
    expect(await database.query('SELECT count(*)::int AS n FROM lib.docs')).toEqual(before)
  })
})
