import type { AuditEntry } from '@runnel/contract'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKillableProgram } from './testing/killable-program.ts'
import {
  comeBack,
  type KilledAct,
  type KilledWorld,
  makeKilledWorld,
  prepareActs,
} from './testing/killed-acts.ts'

const ROUNDS = campaignRounds(2, 100)

describe.each(databaseKinds)('privileged acts in which the server is killed, on %s', (kind) => {
  let world: KilledWorld
  beforeAll(async () => {
    world = await makeKilledWorld(await startKillableProgram(kind, { egressAllow: '' }))
  })
  afterAll(() => world.program.remove())

  /** How many entries of the log tell of each act. */
  async function countEntries(acts: KilledAct[]): Promise<number[]> {
    const query = '/audit/entries?limit=200&outcome=done'
    const { data } = await world.administrator.expect<{ data: AuditEntry[] }>(200, 'GET', query)
    return acts.map(({ isEntry }) => data.filter(isEntry).length)
  }

  /** Sends all at once, and kills the program when so many of them were answered. */
  async function killAfter(count: number, acts: KilledAct[]): Promise<(number | undefined)[]> {
    const enough = Promise.withResolvers<void>()
    let answered = 0
    const sent = acts.map(async (act) => {
      const answer = await act.send(world).catch(() => undefined)
      answered += 1
      if (answered >= count) enough.resolve()
      return answer?.status
    })
    await enough.promise
    await world.program.kill()
    return Promise.all(sent)
  }

  /** What was answered is done, what is done has its entries, and what is not has none. */
  async function expectWhole(
    act: KilledAct,
    { answer, before, after }: { answer: number | undefined; before: number; after: number },
  ): Promise<void> {
    const isDone = await act.isDone(world)
    if (answer !== undefined) expect([act.name, answer < 300, isDone]).toEqual([act.name, true, true])
    expect([act.name, after]).toEqual([act.name, isDone ? act.entries : before])
  }

  async function doAgain(act: KilledAct): Promise<void> {
    if (await act.isDone(world)) return
    expect([act.name, (await act.send(world)).status < 300]).toEqual([act.name, true])
    expect([act.name, await act.isDone(world)]).toEqual([act.name, true])
  }

  test(`are done whole with their entries, or not at all, and can be done again, ${ROUNDS} times`, {
    timeout: campaignTimeout(120_000),
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const acts = await prepareActs(world)
      const before = await countEntries(acts)
      const answers = await killAfter(1 + Math.floor((acts.length * round) / ROUNDS), acts)
      world = await comeBack(world)
      const after = await countEntries(acts)
      for (const [at, act] of acts.entries())
        await expectWhole(act, { answer: answers[at], before: before[at] ?? 0, after: after[at] ?? 0 })
      for (const act of acts) await doAgain(act)
      expect(await countEntries(acts)).toEqual(acts.map(({ entries }) => entries))
    }
    const { code, out, err } = await world.program.admin('verify-audit')
    expect([code, out, err]).toEqual([0, expect.stringContaining('The audit log is whole.'), ''])
  })
})
