import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseAdapter } from '../adapters/adapter.ts'
import { openAdapter } from '../adapters/open-adapter.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { entry } from './audit-entry.fixture.ts'
import { auditRow } from './audit-writer.ts'

// Only PostgreSQL has several writers.

const ROUNDS = 8
const ENTRIES = 40

let testing: TestDatabase
let other: Database
let adapter: DatabaseAdapter

beforeAll(async () => {
  testing = await createTestDatabase('postgres')
  other = await openDatabase(testing.options)
  adapter = await openAdapter(testing.options)
})
afterAll(async () => {
  await adapter.close()
  await other.close()
  await testing.drop()
})

const chain = ({ system }: Database) =>
  system.audit.chain((row) => createHash('sha256').update(JSON.stringify(row)).digest('hex'))

const append = (owner: { organizationId: string | null; workspaceId: string | null }) =>
  adapter.write({ kind: 'system' }, (db) =>
    db
      .insertInto('auditEntries')
      .values({ ...auditRow(entry, { id: randomUUID(), at: Date.now() }), ...owner })
      .execute(),
  )

test.each([
  ['an organisation', () => ({ organizationId: testing.organizationId, workspaceId: null })],
  ['a workspace that is gone', () => ({ organizationId: null, workspaceId: randomUUID() })],
])('processes that chain the entries of %s at once make one chain', async (_what, owner) => {
  const before = (await testing.database.system.audit.chains()).length
  for (let round = 0; round < ROUNDS; round += 1) {
    const written = Array.from({ length: ENTRIES }, () => append(owner()))
    const chained = [testing.database, other, testing.database, other].map(chain)
    await Promise.all([...written, ...chained])
  }
  for (const database of [testing.database, other]) while ((await chain(database)) > 0);
  const { audit } = testing.database.system
  expect(await audit.chains()).toHaveLength(Math.max(1, before + (owner().organizationId === null ? 1 : 0)))
  const id = owner().organizationId ?? ''
  const rows = await audit.chained(id, 0, ROUNDS * ENTRIES * 2)
  expect(rows.length).toBeGreaterThanOrEqual(ROUNDS * ENTRIES)
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, index) => index + 1))
  expect(rows.slice(1).map(({ previousHash }) => previousHash)).toEqual(
    rows.slice(0, -1).map(({ hash }) => hash),
  )
  expect(await audit.head(id)).toBe(`${rows.length}:${rows.at(-1)?.hash}`)
})
