import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from './testing.ts'

describe.each(databaseKinds)('a database on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  test('keeps a flow with its first version', async () => {
    const { database, workspaceId } = testing
    const flow = await database.write(workspaceId, (writer) =>
      writer.flows.insert(
        { name: 'First', type: 'CHATFLOW', viewport: { x: 1, y: 2, zoom: 1 } },
        { document: '{"nodes":[]}', documentHash: 'a' },
      ),
    )
    const head = await database.read(workspaceId).flows.getHead(flow.id)
    expect(head.flow).toEqual(flow)
    expect(head.flow.deployed).toBe(false)
    expect(head.version).toMatchObject({ number: 1, kind: 'saved', document: '{"nodes":[]}' })
    expect(await database.read(workspaceId).flows.list({ search: 'FIR' })).toMatchObject({ total: 1 })
  })
})
