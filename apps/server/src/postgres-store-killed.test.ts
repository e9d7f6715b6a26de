import { databaseKinds } from '@runnel/db/testing'
import { startVectorDatabase, type TestVectorDatabase } from '@runnel/drivers/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { LINES, makeStoreKey, storeFlow } from './testing/store-flow.ts'

let vendor: FakeOpenAI
let database: TestVectorDatabase

beforeAll(async () => {
  vendor = await startFakeOpenAI()
  database = await startVectorDatabase()
}, 60_000)
afterAll(async () => {
  await database.close()
  await vendor.close()
})

const embedded = () => vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length

test.each(databaseKinds)(
  'the filling of a table of a real pgvector that was killed goes on where it was, and holds each piece once, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const table = `tea_${kind}`
    const texts = async () =>
      (await database.query(`SELECT "pageContent" AS text FROM "${table}" ORDER BY 1`).catch(() => [])).map(
        ({ text }) => text,
      )
    const host = `127.0.0.1:${database.port}`
    const program = await startKillableProgram(kind, { egressAllow: [vendor.host, host].join() })
    try {
      const caller = await program.signIn()
      const credentialId = await makeCredential(caller)
      const values = {
        host: '127.0.0.1',
        port: String(database.port),
        database: 'postgres',
        tableName: table,
      }
      const password = 'a-password-of-postgres'
      const key = await makeStoreKey(caller, 'PostgresApi', { user: 'tea', password })
      const node = { node: 'postgres', values, credentialId: key }
      const flow = storeFlow({ vendor, credentialId }, node)
      const flowId = await makeFlow(caller, flow, { type: 'CHATFLOW' })
      const before = embedded()
      database.holdInsert(2)
      const filling = caller.call('POST', `/vector/upsert/${flowId}`, {}).catch(() => undefined)
      await expect.poll(texts).toHaveLength(2)
      await program.kill()
      await filling
      await program.start()
      await expect.poll(texts).toEqual(LINES.toSorted())
      expect(embedded()).toBe(before + 3)
      const again = await program.signIn()
      expect(await again.expect(200, 'POST', `/vector/upsert/${flowId}`, {})).toMatchObject({
        numAdded: 0,
        numSkipped: 3,
      })
      const question = { question: 'How hot is green tea steeped?' }
      const answer = await again.expect<{ sourceDocuments: { pageContent: string; metadata: object }[] }>(
        200,
        'POST',
        `/prediction/${flowId}`,
        question,
      )
      expect(answer.sourceDocuments).toEqual([
        {
          pageContent: LINES[0],
          metadata: expect.not.objectContaining({ runnel_source: expect.anything() }),
        },
      ])
      const other = storeFlow({ vendor, credentialId }, node, LINES[0])
      await again.expect(200, 'PUT', `/chatflows/${flowId}`, { flowData: JSON.stringify(other) })
      expect(await again.expect(200, 'POST', `/vector/upsert/${flowId}`, {})).toMatchObject({ numDeleted: 2 })
      expect(await texts()).toEqual([LINES[0]])
    } finally {
      await program.remove()
    }
  },
)
