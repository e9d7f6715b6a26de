import { databaseKinds } from '@runnel/db/testing'
import { type StoreServerFake, startStoreServer } from '@runnel/nodes/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { LINES, makeStoreKey, storeFlow } from './testing/store-flow.ts'

let vendor: FakeOpenAI
let store: StoreServerFake
let program: KillableProgram | undefined

beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
afterAll(() => vendor.close())

const embedded = () => vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length

test.each(databaseKinds)(
  'the filling of a store that was killed goes on where it was, and holds each piece once, on %s',
  { timeout: 120_000 },
  async (kind) => {
    store = await startStoreServer('qdrant')
    program = await startKillableProgram(kind, {
      egressAllow: [vendor.host, new URL(store.origin).host].join(),
    })
    try {
      const caller = await program.signIn()
      const credentialId = await makeCredential(caller)
      const values = { ...store.values, qdrantServerUrl: store.origin }
      const key = await makeStoreKey(caller, 'qdrantApi', store.credential)
      const flow = storeFlow({ vendor, credentialId }, { node: 'qdrant', values, credentialId: key })
      const flowId = await makeFlow(caller, flow, { type: 'CHATFLOW' })
      const before = embedded()
      // Collection, its making, its index, its look, then piece by piece: the second is stored, and nobody hears of it.
      store.hold(6)
      const filling = caller.call('POST', `/vector/upsert/${flowId}`, {}).catch(() => undefined)
      await expect.poll(() => store.texts()).toHaveLength(2)
      expect(embedded()).toBe(before + 2)
      await program.kill()
      await filling
      await program.start()
      await expect.poll(() => store.texts()).toEqual(LINES.toSorted())
      expect(embedded()).toBe(before + 3)
      const puts = store.asked.filter(
        (asked) => asked === 'PUT /collections/green%20tea%2F1/points?wait=true',
      )
      expect(puts).toHaveLength(4)
      const again = await (await program.signIn()).expect(200, 'POST', `/vector/upsert/${flowId}`, {})
      expect(again).toMatchObject({ numAdded: 0, numSkipped: 3 })
    } finally {
      await program.remove()
      await store.close()
    }
  },
)
