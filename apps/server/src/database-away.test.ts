import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from './testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from './testing/make-flow.ts'

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
