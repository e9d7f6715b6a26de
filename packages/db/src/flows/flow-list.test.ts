import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { FlowQuery } from './flow-lists.ts'

const names = ['Äpfel', 'banana 100%', 'Banana_split', 'cherry', 'CHERRY pie', 'back\\slash']

describe.each(databaseKinds)('the list of flows on %s', (kind) => {
  let testing: TestDatabase
  let clock = 0
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
    for (const name of names) {
      clock += 1
      const type = name.startsWith('c') ? ('AGENTFLOW' as const) : ('CHATFLOW' as const)
      await testing.database.write(testing.workspaceId, (writer) =>
        writer.flows.insert({ name, type }, { document: '{}', documentHash: name }),
      )
    }
  })
  afterAll(() => testing.drop())

  const list = async (query: FlowQuery) => {
    const { rows, total } = await testing.database.read(testing.workspaceId).flows.list(query)
    return { names: rows.map(({ name }) => name), total }
  }

  test('shows the newest change first', async () => {
    expect(await list({})).toEqual({ names: names.toReversed(), total: 6 })
  })

  test('sorts by name whatever the case, both ways', async () => {
    const ascending = await list({ sort: 'name', search: 'an' })
    expect(ascending.names).toEqual(['banana 100%', 'Banana_split'])
    const descending = await list({ sort: 'name', search: 'an', direction: 'desc' })
    expect(descending.names).toEqual(['Banana_split', 'banana 100%'])
  })

  test('sorts letters with marks where people look for them', async () => {
    const ascending = ['Äpfel', 'back\\slash', 'banana 100%', 'Banana_split', 'cherry', 'CHERRY pie']
    expect((await list({ sort: 'name' })).names).toEqual(ascending)
    expect((await list({ sort: 'name', direction: 'desc' })).names).toEqual(ascending.toReversed())
  })

  test('searches whatever the case, beyond ASCII', async () => {
    expect((await list({ search: 'CHERRY' })).names.toSorted()).toEqual(['CHERRY pie', 'cherry'])
    expect((await list({ search: 'äPF' })).names).toEqual(['Äpfel'])
  })

  test('takes wildcards of the search as plain characters', async () => {
    expect((await list({ search: '100%' })).names).toEqual(['banana 100%'])
    expect((await list({ search: 'a_s' })).names).toEqual(['Banana_split'])
    expect((await list({ search: 'k\\s' })).names).toEqual(['back\\slash'])
    expect((await list({ search: "' or 1=1 --" })).names).toEqual([])
  })

  test('gives pages and the number of all rows, also beyond the last page', async () => {
    const query = { sort: 'createdDate', direction: 'asc' as const, limit: 4 }
    expect(await list({ ...query, page: 1 })).toEqual({ names: names.slice(0, 4), total: 6 })
    expect(await list({ ...query, page: 2 })).toEqual({ names: names.slice(4), total: 6 })
    expect(await list({ ...query, page: 3 })).toEqual({ names: [], total: 6 })
  })

  test.each([
    { page: -1, limit: -5 },
    { page: 0, limit: 0 },
    { page: Number.NaN, limit: Number.NaN },
    { page: 0.5, limit: Number.POSITIVE_INFINITY },
  ])('brings odd pages and limits into bounds: %o', async (odd) => {
    expect((await list(odd)).names).toHaveLength(6)
  })

  test('survives a page far beyond everything', async () => {
    expect(await list({ page: Number.MAX_SAFE_INTEGER, limit: 200 })).toEqual({ names: [], total: 6 })
  })

  test('falls back to its own order for a sort key that it does not know', async () => {
    expect((await list({ sort: 'workspaceId; drop table flows' })).names).toEqual(names.toReversed())
  })

  test('filters by one type or several', async () => {
    expect((await list({ type: 'AGENTFLOW' })).names).toEqual(['cherry'])
    expect((await list({ type: ['AGENTFLOW', 'CHATFLOW'] })).total).toBe(6)
    expect((await list({ type: [] })).total).toBe(0)
  })
})

describe.each(databaseKinds)('a long list on %s', (kind) => {
  test('never gives more than 200 rows at once', async () => {
    const testing = await createTestDatabase(kind)
    try {
      await testing.database.write(testing.workspaceId, async (writer) => {
        for (let index = 0; index < 205; index += 1) {
          await writer.variables.insert({ name: `v${index}`, value: 'x', type: 'static' })
        }
      })
      const reader = testing.database.read(testing.workspaceId)
      const { rows, total } = await reader.variables.list({ limit: 1_000_000 })
      expect([rows.length, total]).toEqual([200, 205])
      expect(await reader.variables.listAll()).toHaveLength(205)
    } finally {
      await testing.drop()
    }
  })
})
