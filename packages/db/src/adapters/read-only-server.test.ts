import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing.ts'
import { storageFault } from './storage-fault.ts'

test('a PostgreSQL that takes no writes is said to pass, and is written again once it takes them', async () => {
  const testing = await createTestDatabase('postgres')
  onTestFinished(() => testing.drop())
  const { options, database } = testing
  if (options.kind !== 'postgres') throw new Error('This needs PostgreSQL.')
  const name = new URL(options.url).pathname.slice(1)
  /** As a failover leaves it: all connections begin anew. */
  const setReadOnly = async (value: 'on' | 'off', { ends }: { ends: boolean }) => {
    const client = new pg.Client({
      connectionString: options.url,
      options: '-c default_transaction_read_only=off',
    })
    await client.connect()
    await client.query(
      `alter database ${client.escapeIdentifier(name)} set default_transaction_read_only = ${value}`,
    )
    const others =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
    if (ends) await client.query(others, [name])
    await client.end()
  }
  const write = (value: string) =>
    database.system.meta.set('told', value).then(
      () => 'written',
      (error: unknown) => storageFault(error)?.message,
    )
  await setReadOnly('on', { ends: true })
  await expect.poll(() => write('a')).toMatch(/takes no writes/)
  await Promise.all(['b', 'c', 'd', 'e'].map(write))
  // Connections to a standby stay open when it is one no more, or another server is in its place.
  await setReadOnly('off', { ends: false })
  await expect.poll(() => Promise.all(['f', 'g', 'h', 'i'].map(write))).toEqual(Array(4).fill('written'))
  expect(await database.system.meta.get('told')).toBeDefined()
})
