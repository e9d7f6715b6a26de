import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { DatabaseAdapter } from './adapter.ts'
import { type DatabasePlace, openAdapter } from './open-adapter.ts'

/** Statements that keep their database busy for many seconds. */
const ENDLESS: Record<string, RawBuilder<unknown>> = {
  sqlite: sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000)
    select max(lower(i)) from n`,
  postgres: sql`select pg_sleep(60)`,
}

const codeOf = (error: { code?: unknown }) => error.code

describe.each(databaseKinds)('long reads on %s', (kind) => {
  let testing: TestDatabase
  let adapter: DatabaseAdapter
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    adapter = await openAdapter({ ...testing.options, longReadMs: 1_000, smallBytes: 0 } as DatabasePlace)
  })
  afterAll(async () => {
    await adapter.close()
    await testing.drop()
  })
  const longReader = () => adapter.longReader({ kind: 'system' })
  const endless = () => (ENDLESS[kind] as RawBuilder<unknown>).execute(longReader())

  /** On a busy machine a thread may not even have started when its time is over. */
  const goesOn = () =>
    expect.poll(() => longReader().selectFrom('users').select('id').execute().catch(String)).toHaveLength(1)

  test('see what was committed before they were asked', async () => {
    const { database, workspaceId } = testing
    for (let n = 1; n <= 20; n += 1) {
      await database.write(workspaceId, ({ variables }) =>
        variables.insert({ name: `v${n}`, type: 'static' }),
      )
      expect((await database.read(workspaceId).variables.list({})).total).toBe(n)
    }
  })

  test('hold nobody up, and end with a coded error after their time', async () => {
    let isLate = false
    const late = expect(endless()).rejects.toMatchObject({ code: 'timeout', status: 503 })
    const end = late.finally(() => {
      isLate = true
    })
    let reads = 0
    for (; !isLate; reads += 1) {
      await adapter.reader({ kind: 'system' }).selectFrom('users').select('id').execute()
      await nextTurn()
    }
    await end
    // Who waits for the long one gets one answer, after it.
    expect(reads).toBeGreaterThan(10)
    await goesOn()
  })

  test('that come after several late ones are answered', async () => {
    const late = Array.from({ length: 4 }, () => expect(endless()).rejects.toMatchObject({ code: 'timeout' }))
    await Promise.all(late)
    await goesOn()
  })

  test('name a statement that is wrong, and go on', async () => {
    const wrong = () => sql`select * from "nothing"`.execute(longReader()).then(() => '', String)
    await expect.poll(wrong).toContain('nothing')
    await goesOn()
  })

  test('are refused once the database is closed', async () => {
    const database = await openDatabase(testing.options)
    await database.read(testing.workspaceId).variables.list({})
    await database.close()
    await expect(database.read(testing.workspaceId).variables.list({})).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})

describe('reader threads of SQLite', () => {
  test('are all that looks at many rows', async () => {
    const testing = await createTestDatabase('sqlite')
    const readerThread = join(import.meta.dirname, 'no-thread.ts')
    const database = await openDatabase({ ...testing.options, readerThread, smallBytes: 0 } as DatabasePlace)
    try {
      const { documentStores, vectors } = database.read(testing.workspaceId)
      const looks = {
        'loaders of stores': () => documentStores.listLoaders(['x']),
        'the history of upserts': () => documentStores.listHistory({ storeId: 'x', direction: 'desc' }),
        'tags behind a credential': () => documentStores.listTagsBehind('x'),
        'texts that are found by pieces': () => vectors.countWholes('x'),
        'people of a provider': () =>
          database.organization(testing.organizationId).provisioning.countProvisioned(),
      }
      const ends = Object.entries(looks).map(async ([what, look]) => [
        what,
        await look().then(String, codeOf),
      ])
      const onThreads = Object.keys(looks).map((what) => [what, 'unavailable'])
      expect(await Promise.all(ends)).toEqual(onThreads)
    } finally {
      await database.close()
      await testing.drop()
    }
  })

  test('fail what they were asked when they end, and are started again', async () => {
    const testing = await createTestDatabase('sqlite')
    const readerThread = join(import.meta.dirname, 'ending-thread.fixture.ts')
    const adapter = await openAdapter({ ...testing.options, readerThread, smallBytes: 0 } as DatabasePlace)
    try {
      const reader = adapter.longReader({ kind: 'system' })
      await expect(sql`select 'the end'`.execute(reader)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('thread'),
      })
      expect((await sql`select 1 as one`.execute(reader)).rows).toEqual([{ one: 1 }])
    } finally {
      await adapter.close()
      await testing.drop()
    }
  })

  test('cannot write', async () => {
    const testing = await createTestDatabase('sqlite')
    const adapter = await openAdapter(testing.options)
    try {
      const reader = adapter.longReader({ kind: 'system' })
      await expect(sql`delete from "users"`.execute(reader)).rejects.toThrow('readonly')
    } finally {
      await adapter.close()
      await testing.drop()
    }
  })
})
