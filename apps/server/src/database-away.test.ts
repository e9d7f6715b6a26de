import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from './testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from './testing/make-flow.ts'
import { createStoreScene } from './testing/store-scene.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer({ kind: 'postgres' })
})

afterAll(() => scene.stop())

/** Cuts every connection to the server's database and lets none in while `work` goes on. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const url = new URL(scene.server.config.databaseUrl ?? '')
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await work()
  await client.query(`alter database ${name} allow_connections true`)
  await client.end()
}

test('a run ends right when the database was away for some seconds', async () => {
  const { vendor, administrator, server } = scene
  const flowId = await makeFlow(administrator, llmFlow(vendor, scene.credentialId, 3))
  const before = vendor.callCount
  vendor.respondWith({ text: 'one', delayMs: 300 }, { text: 'two' }, { text: 'three' })
  const answer = server.anonymous().call('POST', `/prediction/${flowId}`, { question: 'Hi' })
  while (vendor.callCount === before) await wait(5)
  await withoutDatabase(() => wait(3_000))
  expect(await answer).toMatchObject({ status: 200, body: { text: 'three' } })
  expect(vendor.callCount - before).toBe(3)
  expect((await administrator.call('GET', '/chatflows')).status).toBe(200)
})

/** The database goes away under that one of the writes to come, before it is committed. */
function loseDatabaseUnderWrite(turn: number): { restore(): void; isLost(): boolean } {
  const { db } = scene.server.context
  const { write } = db
  let left = turn
  db.write = (workspaceId, work) =>
    write(workspaceId, async (writer) => {
      const value = await work(writer)
      left -= 1
      if (left === 0) await withoutDatabase(() => wait(300))
      return value
    })
  return { isLost: () => left <= 0, restore: () => Object.assign(db, { write }) }
}

test.each([2, 3, 4])('work in a store goes on where the database was away, under write %i', async (turn) => {
  const { vendor, administrator, server, credentialId } = scene
  const { makeStore, save, lines, get, insert } = createStoreScene(administrator, vendor, credentialId)
  const storeId = await makeStore()
  const { id } = await save(storeId, lines())
  const losing = loseDatabaseUnderWrite(turn)
  const processing = administrator.call('POST', `/document-store/loader/process/${id}`, { storeId, id })
  await expect.poll(losing.isLost).toBe(true)
  losing.restore()
  let isOver = false
  const answer = processing.finally(() => {
    isOver = true
  })
  // Its lease would end by itself, some seconds later.
  while (!isOver) {
    await wait(200)
    await server.context.db.system.runs.expireAllLeases(Date.now()).catch(() => [])
  }
  expect(await answer).toMatchObject({ status: 200, body: { count: 3 } })
  expect(await insert(storeId)).toMatchObject({ numAdded: 3 })
  expect(await get(storeId)).toMatchObject({ status: 'UPSERTED' })
})
