import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantWriter } from '../database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { NewVariable } from '../variables/variable-writer.ts'
import { openAdapter } from './open-adapter.ts'

describe.each(databaseKinds)('writes on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  const variable = (name: string): NewVariable => ({ name, type: 'static' })

  test('a write that fails leaves those beside it alone', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        write(async ({ variables }) => {
          const row = await variables.insert(variable(`beside ${index}`))
          if (index % 4 === 0) await variables.insert({ ...variable('again'), id: row.id })
          if (index % 4 === 1) throw new Error('no')
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      outcomes.map((_, index) => index % 4 > 1),
    )
    const { rows } = await testing.database.read(testing.workspaceId).variables.list({ search: 'beside' })
    expect(rows).toHaveLength(10)
  })

  test('a write that swallows the error of a statement is not half kept in silence', async () => {
    const { id } = await write(({ variables }) => variables.insert(variable('taken')))
    const outcome = await write(async ({ variables }) => {
      await variables.insert(variable('swallowed'))
      await variables.insert({ ...variable('double'), id }).catch(() => undefined)
    }).then(
      () => 'kept',
      () => 'refused',
    )
    const { total } = await testing.database.read(testing.workspaceId).variables.list({ search: 'swallowed' })
    expect(total).toBe(outcome === 'kept' ? 1 : 0)
  })

  test('a reader sees nothing of a write before it is done, and does not wait for it', async () => {
    const reader = testing.database.read(testing.workspaceId)
    await write(async ({ variables }) => {
      await variables.insert(variable('unborn'))
      expect((await reader.variables.list({ search: 'unborn' })).total).toBe(0)
    })
    expect((await reader.variables.list({ search: 'unborn' })).total).toBe(1)
  })

  test('a reader cannot write', async () => {
    const adapter = await openAdapter(testing.options)
    try {
      const reader = adapter.reader({ kind: 'tenant', workspaceId: testing.workspaceId })
      await expect(reader.deleteFrom('variables').execute()).rejects.toThrow(/read-?\s?only/i)
    } finally {
      await adapter.close()
    }
  })

  test('a write without a statement is nothing', async () => {
    expect(await write(async () => 7)).toBe(7)
  })

  test('closing waits for the writes that run', async () => {
    const adapter = await openAdapter(testing.options)
    const writing = adapter.write({ kind: 'system' }, (db) =>
      db.insertInto('meta').values({ key: 'closing', value: 'yes' }).execute(),
    )
    await Promise.all([writing, adapter.close()])
    expect(await testing.database.system.meta.get('closing')).toBe('yes')
  })
})

test('a text with NUL reaches PostgreSQL without breaking the write', async () => {
  const testing = await createTestDatabase('postgres')
  try {
    const { database, workspaceId } = testing
    const row = await database.write(workspaceId, ({ variables }) =>
      variables.insert({ name: 'a\u0000b', type: 'static' }),
    )
    expect(row.name).toBe('a\ufffdb')
  } finally {
    await testing.drop()
  }
})

test('PostgreSQL goes on after the server has cut its connections', async () => {
  const testing = await createTestDatabase('postgres')
  try {
    const { database, workspaceId, options } = testing
    await database.read(workspaceId).variables.listAll()
    const adapter = await openAdapter(options)
    await adapter.changeSchema((db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
    )
    await adapter.close()
    const insert = () =>
      database.write(workspaceId, ({ variables }) => variables.insert({ name: 'after', type: 'static' }))
    await insert().catch(insert)
    expect(await database.read(workspaceId).variables.listAll()).toHaveLength(1)
  } finally {
    await testing.drop()
  }
})

test.each([
  ['postgres://nobody:secret@127.0.0.1:1/none', '127.0.0.1:1'],
  ['postgres://postgres@127.0.0.1:5432/there_is_no_such_database', 'there_is_no_such_database'],
])('a PostgreSQL that cannot be used is named, without the password: %s', async (url, named) => {
  const opening = openAdapter({ kind: 'postgres', url })
  await expect(opening).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(named),
  })
  await expect(opening).rejects.not.toThrow('secret')
})
