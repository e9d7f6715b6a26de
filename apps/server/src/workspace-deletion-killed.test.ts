import { setTimeout as wait } from 'node:timers/promises'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { openDatabase } from '@runnel/db'
import { countRowsOfWorkspace, databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeFlow } from './testing/make-flow.ts'
import { tenantEntities } from './testing/tenant-entities.ts'
import type { Ids } from './testing/tenant-entity.ts'
import type { TestCaller } from './testing/test-caller.ts'

const FLOWS = 60
const ROUNDS = campaignRounds(3, 100)

interface Doomed {
  id: string
  flows: string[]
}

describe.each(databaseKinds)('a workspace whose deletion is cut off by kill -9, on %s', (kind) => {
  let program: KillableProgram
  let home: { id: string; flow: string }

  beforeAll(async () => {
    program = await startKillableProgram(kind, { egressAllow: '' })
    const caller = await program.signIn()
    const me = await caller.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    home = { id: me.activeWorkspaceId, flow: await makeFlow(caller, replyFlow('At home')) }
  })
  afterAll(() => program.remove())

  const switchTo = (caller: TestCaller, id: string) =>
    caller.expect(200, 'POST', `/workspace/switch?id=${id}`)
  const isListed = async (caller: TestCaller, id: string) =>
    (await caller.expect<{ id: string }[]>(200, 'GET', '/workspace')).some((each) => each.id === id)
  /** By table; the log keeps its entries, and a sign-in adds a session. */
  const rowsOf = async (id: string) => {
    const { auditEntries: _kept, sessions: _open, ...rows } = await countRowsOfWorkspace(program.database, id)
    return rows
  }

  /** A workspace with flows that were talked to. */
  async function makeDoomed(caller: TestCaller, name: string, count: number): Promise<Doomed> {
    const { id } = await caller.expect<{ id: string }>(201, 'POST', '/workspace', { name })
    await switchTo(caller, id)
    const flows: string[] = []
    for (let n = 0; n < count; n += 1) flows.push(await makeFlow(caller, replyFlow(`${name} ${n}`)))
    for (const flow of flows.slice(0, 5))
      await caller.expect(200, 'POST', `/internal-prediction/${flow}`, { question: 'Hello?', chatId: flow })
    return { id, flows }
  }

  /** Starts the program again, as if a minute had passed: what is due then is done soon after. */
  async function startAgain(): Promise<TestCaller> {
    const database = await openDatabase(program.database)
    const tick = 'tick erase what was deleted'
    const last = await database.system.meta.get(tick)
    if (last !== undefined) await database.system.meta.replace(tick, last, '0')
    await database.close()
    await program.start()
    return program.signIn()
  }

  async function expectGone(caller: TestCaller, { id, flows }: Doomed): Promise<void> {
    expect(await isListed(caller, id)).toBe(false)
    expect((await caller.call('DELETE', `/workspace/${id}`)).status).toBe(404)
    for (const flow of flows.slice(0, 3))
      expect((await caller.call('POST', `/prediction/${flow}`, { question: 'x' })).status).toBe(404)
    const me = await caller.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    expect(me.activeWorkspaceId).toBe(home.id)
    await caller.expect(200, 'GET', `/chatflows/${home.flow}`)
  }

  test('is gone for everybody, and after a restart nothing is left of it: no row of any kind of thing', async () => {
    const caller = await program.signIn()
    const doomed = await makeDoomed(caller, 'Doomed', FLOWS)
    const made: Ids = {}
    for (const [name, { of, make, needsVendor }] of Object.entries(tenantEntities))
      if (of === 'workspace' && needsVendor === undefined)
        made[name] = await make(caller, { made, server: program })
    const full = await rowsOf(doomed.id)
    expect(Object.keys(full).length).toBeGreaterThan(8)

    const database = await openDatabase(program.database)
    const flowsLeft = async () => {
      const left = await database.system.workspaces.listFlows(doomed.id, { after: '', limit: FLOWS * 2 })
      return left.length
    }
    const deleting = caller.call('DELETE', `/workspace/${doomed.id}`).catch(() => undefined)
    const all = full.flows ?? 0
    // While it is not deleted the database names no flow of it that is left to be erased.
    for (let left = 0; left === 0 || left === all; left = await flowsLeft()) await wait(1)
    await program.kill()
    await deleting
    const left = await flowsLeft()
    await database.close()
    expect([left > 0, left < all], 'it was hit in the middle').toEqual([true, true])

    const again = await startAgain()
    await expectGone(again, doomed)
    await expect.poll(() => rowsOf(doomed.id), { timeout: 30_000 }).toEqual({})
    await expectGone(again, doomed)
  })

  test(`is whole or gone, never a half, ${ROUNDS} times`, { timeout: campaignTimeout(120_000) }, async () => {
    let caller = await program.signIn()
    const gone: Doomed[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const doomed = await makeDoomed(caller, `Round ${round}`, 2)
      const full = await rowsOf(doomed.id)
      const deleting = caller.call('DELETE', `/workspace/${doomed.id}`).catch(() => undefined)
      await wait((round * 12) / ROUNDS)
      await program.kill()
      const answer = await deleting
      caller = await startAgain()
      if (await isListed(caller, doomed.id)) {
        expect(answer?.status, 'what was acknowledged holds').not.toBe(200)
        expect(await rowsOf(doomed.id)).toEqual(full)
        await switchTo(caller, doomed.id)
        for (const flow of doomed.flows) await caller.expect(200, 'GET', `/chatflows/${flow}`)
        await caller.expect(200, 'DELETE', `/workspace/${doomed.id}`)
      }
      await expectGone(caller, doomed)
      gone.push(doomed)
    }
    for (const { id } of gone) await expect.poll(() => rowsOf(id), { timeout: 30_000 }).toEqual({})
  })
})
