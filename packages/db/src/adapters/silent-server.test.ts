import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import type { DatabaseAdapter } from './adapter.ts'
import { openAdapter } from './open-adapter.ts'

const SILENCE_MS = 400

/** A way to PostgreSQL that can fall silent: what is sent on the connections that stand is swallowed. */
async function openRelay(host: string, port: number) {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, host)
    sockets.add(client)
    client.on('data', (chunk) => {
      if (!silent.has(client)) upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!silent.has(client)) client.write(chunk)
    })
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      for (const socket of sockets) silent.add(socket)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

let testing: TestDatabase
let relay: Awaited<ReturnType<typeof openRelay>>
let adapter: DatabaseAdapter

beforeAll(async () => {
  testing = await createTestDatabase('postgres')
  if (testing.options.kind !== 'postgres') throw new Error('This is about PostgreSQL.')
  const url = new URL(testing.options.url)
  relay = await openRelay(url.hostname, Number(url.port || 5432))
  url.host = `127.0.0.1:${relay.port}`
  adapter = await openAdapter({ kind: 'postgres', url: url.href, poolSize: 3, silenceMs: SILENCE_MS })
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
])('%s on a connection that fell silent fails in time, and the next one goes through', async (_, work) => {
  await work()
  relay.fallSilent()
  const begun = performance.now()
  await expect(work()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(performance.now() - begun).toBeLessThan(SILENCE_MS * 4)
  await expect.poll(() => work().then(() => 'done', String)).toBe('done')
})

test('a write that fails in the middle keeps its connection, and leaves no transaction behind', async () => {
  const failing = adapter.write(scope, async (db) => {
    await db.updateTable('users').set({ name: 'Eve' }).execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await adapter.reader(scope).selectFrom('users').select('name').execute()).toEqual([{ name: 'Ada' }])
})
