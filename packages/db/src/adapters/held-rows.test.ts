import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import type { DatabaseAdapter } from './adapter.ts'
import { openAdapter } from './open-adapter.ts'
import { storageFault } from './storage-fault.ts'

// SQLite has one lock for all of it: `foreign-lock.test.ts`.

const POOL = 3
const LOCK_MS = 300
const IDLE_MS = 300

let testing: TestDatabase
let adapter: DatabaseAdapter
let foreign: Client

beforeAll(async () => {
  testing = await createTestDatabase('postgres')
  if (testing.options.kind !== 'postgres') throw new Error('This is about PostgreSQL.')
  const { url } = testing.options
  adapter = await openAdapter({ kind: 'postgres', url, poolSize: POOL, lockMs: LOCK_MS, idleMs: IDLE_MS })
  foreign = new Client({ connectionString: url })
  await foreign.connect()
})
afterAll(async () => {
  await foreign.end()
  await adapter.close()
  await testing.drop()
})

const scope = { kind: 'system' } as const
const change = { name: 'Ada' }
const write = () => adapter.write(scope, (db) => db.updateTable('users').set(change).execute())
const read = () => adapter.reader(scope).selectFrom('users').select('name').execute()

async function countWaiting(): Promise<number> {
  const sql = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { rows } = await foreign.query<{ n: number }>(sql)
  return rows[0]?.n ?? 0
}

test('while somebody holds a row, who would write it is told soon, and the server waits for it no longer', async () => {
  await foreign.query('begin')
  await foreign.query('select id from users for update')
  const writes = await Promise.allSettled(Array.from({ length: POOL }, write))
  for (const each of writes) {
    expect(each.status).toBe('rejected')
    const { reason } = each as PromiseRejectedResult
    expect(storageFault(reason)).toMatchObject({ code: 'unavailable', body: { reason: 'storage_contended' } })
  }
  expect(await countWaiting()).toBe(0)
  await foreign.query('rollback')
  await write()
})

test('reads go on while more write a held row than there are connections', async () => {
  await foreign.query('begin')
  await foreign.query('select id from users for update')
  let over = 0
  const writes = Array.from({ length: POOL * 3 }, () =>
    write()
      .catch(() => undefined)
      .finally(() => {
        over += 1
      }),
  )
  await expect.poll(countWaiting).toBeGreaterThan(0)
  expect(await read()).toEqual([{ name: 'Ada' }])
  expect(over).toBe(0)
  await foreign.query('rollback')
  await Promise.all(writes)
})

test('a transaction of a process that stands still gives its rows back', async () => {
  const stopped = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const stalled = adapter.write(scope, async (db) => {
    await db.updateTable('users').set({ name: 'Eve' }).execute()
    locked.resolve()
    await stopped.promise
    await db.updateTable('users').set({ name: 'Eve' }).execute()
  })
  const outcome = stalled.then(
    () => 'stored',
    (error: unknown) => error,
  )
  await locked.promise
  await foreign.query(`update users set name = 'Bob'`)
  stopped.resolve()
  expect(storageFault(await outcome)).toMatchObject({ code: 'unavailable' })
  expect(await read()).toEqual([{ name: 'Bob' }])
})
