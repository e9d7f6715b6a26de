import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import type { DatabaseAdapter } from './adapter.ts'
import { openAdapter } from './open-adapter.ts'
import { openSilentRelay, type SilentRelay } from './silent-relay.fixture.ts'

const SILENCE_MS = 400

let testing: TestDatabase
let relay: SilentRelay
let adapter: DatabaseAdapter

beforeAll(async () => {
  testing = await createTestDatabase('postgres')
  if (testing.options.kind !== 'postgres') throw new Error('This is about PostgreSQL.')
  relay = await openSilentRelay(testing.options.url)
  adapter = await openAdapter({ kind: 'postgres', url: relay.url, poolSize: 3, silenceMs: SILENCE_MS })
})
afterAll(async () => {
  await adapter.close()
  relay.close()
  await testing.drop()
})

const scope = { kind: 'system' } as const
const read = () => adapter.reader(scope).selectFrom('users').select('id').execute()
const write = () => adapter.write(scope, (db) => db.updateTable('users').set({ name: 'Ada' }).execute())

test.each([
  ['a read', read],
  ['a write', write],
  ['a group of writes', () => Promise.all([write(), write(), write(), write()])],
])('%s on a connection that fell silent fails, and the next one goes through', async (_, work) => {
  await work()
  relay.fallSilent()
  await expect(work()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect.poll(() => work().then(() => 'done', String)).toBe('done')
})

test('a write that fails in the middle keeps its connection, and leaves no transaction behind', async () => {
  const failing = adapter.write(scope, async (db) => {
    await db.updateTable('users').set({ name: 'Eve' }).execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const names = () => adapter.reader(scope).selectFrom('users').select('name').execute()
  // Connections for reads fell silent before, too.
  await expect.poll(() => names().catch(String)).toEqual([{ name: 'Ada' }])
})

test('a server that takes connections and says nothing stops the start in time, with what to look at', async () => {
  const dumb = await openSilentRelay(relay.url)
  dumb.fallSilentForEver()
  const opening = openAdapter({
    kind: 'postgres',
    url: dumb.url,
    connectMs: SILENCE_MS,
    silenceMs: SILENCE_MS,
  })
  await expect(opening).rejects.toMatchObject({ code: 'unavailable' })
  dumb.close()
})

test('a connection that falls silent before the first question stops the start in time', async () => {
  const dumb = await openSilentRelay(relay.url)
  dumb.fallSilentAfter('ReadyForQuery')
  const opening = openAdapter({
    kind: 'postgres',
    url: dumb.url,
    connectMs: SILENCE_MS,
    silenceMs: SILENCE_MS,
  })
  await expect(opening).rejects.toMatchObject({ code: 'unavailable' })
  dumb.close()
})
