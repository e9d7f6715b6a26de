import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry } from '../audit/audit-entry.fixture.ts'
import {
  addTestWorkspace,
  countRowsOfWorkspace,
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../testing.ts'

/** Rows of document stores that one transaction may take, with the few that go along. */
const MOST_AT_ONCE = 1_010
const CHUNKS = 2_400

describe.each(databaseKinds)('a deleted workspace with a large document store, on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  /** A store with many rows of each kind. */
  async function fill(workspaceId: string) {
    const [loaderId, runId] = [randomUUID(), randomUUID()]
    await testing.database.write(workspaceId, async ({ documentStores }) => {
      const { id: storeId } = await documentStores.insert({ name: 'Large', consentedHosts: '[]' })
      const splitter = { splitterId: '', splitterName: '', splitterConfig: '{}' }
      await documentStores.loaders.insert(storeId, {
        id: loaderId,
        loaderId: 'plainText',
        loaderName: 'Text',
        loaderConfig: '{}',
        ...splitter,
        credential: null,
        consentedHosts: '[]',
        files: '[]',
        settings: 's',
      })
      const of = { storeId, loaderId, generation: 1, part: 0 }
      await documentStores.chunks.insert(
        Array.from({ length: CHUNKS }, (_, n) => ({
          ...of,
          n: n + 1,
          text: `chunk ${n}`,
          metadata: '{}',
          hash: `h${n}`,
          characters: 7,
        })),
      )
      const contexts = Array.from({ length: CHUNKS }, (_, n) => ({ key: `k${n}`, context: 'there' }))
      await documentStores.contexts.keep(storeId, runId, contexts)
    })
  }

  test('goes in slices, none of which holds the writer for more than some rows', async () => {
    const workspaceId = await addTestWorkspace(testing)
    const kept = await addTestWorkspace(testing)
    await fill(workspaceId)
    await fill(kept)
    const before = await countRowsOfWorkspace(testing.options, kept)
    const { workspaces } = testing.database.system
    const total = async () => {
      const counts = await countRowsOfWorkspace(testing.options, workspaceId)
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    }
    await workspaces.delete({ organizationId: testing.organizationId, workspaceId }, entry)
    let left = await total()
    expect(left).toBeGreaterThan(2 * CHUNKS)
    for (let isMore = true; isMore; ) {
      isMore = await workspaces.eraseSlice(workspaceId)
      const now = await total()
      expect(left - now).toBeLessThanOrEqual(MOST_AT_ONCE)
      left = now
    }
    expect(left).toBeLessThanOrEqual(1)
    expect(await countRowsOfWorkspace(testing.options, kept)).toEqual(before)
  })
})
