import { setImmediate as turn } from 'node:timers/promises'
import type { StepRecord } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan } from './testing/plan-builder.ts'
import { runToEnd, type TestRun } from './testing/run-to-end.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 2, 12)
const budgets = { maxMilliseconds: 60 * MINUTE }

const plan = buildPlan(
  [
    { id: 'a', type: 'ask' },
    { id: 'next', type: 'ask', values: { prompt: 'and' } },
    { id: 'person', type: 'human' },
    { id: 'b', type: 'ask', values: { prompt: 'more' } },
  ],
  [
    { from: 'a', to: 'next' },
    { from: 'next', to: 'person' },
    { from: 'person', to: 'b', branch: 0 },
  ],
)

/** Runs with a clock that stands `at` so many minutes after the start, of which nobody had the run for `idle`. */
function runAt(at: number, { idle = 0, ...more }: Partial<TestRun> & { idle?: number } = {}) {
  const vendor = createFakeVendor()
  const ports = createFakePorts({ vendor, ports: { now: () => START + at * MINUTE } })
  return { vendor, ended: runToEnd({ plan, ports, budgets, idleMs: idle * MINUTE, ...more }) }
}

/** Owners that die after so many minutes of work, with an outage after each; tells how each owner's part ended. */
async function killEvery(minutes: number, { outage, owners }: { outage: number; owners: number }) {
  const statuses: (string | undefined)[] = []
  for (let fence = 1; fence <= owners; fence += 1) {
    const idle = (fence - 1) * outage
    const dieInCall = async () => {
      await turn()
      return 'cut'
    }
    const { vendor, ended } = runAt((fence - 1) * minutes + idle, { fence, idle, onPiece: dieInCall })
    const { outcome } = await ended
    statuses.push(outcome?.status)
    expect(vendor.calls).toHaveLength(outcome?.status === 'timeout' ? 0 : 1)
  }
  return statuses
}

describe('the time of a run', () => {
  test('goes on through take-overs, so that one that is taken over again and again ends', async () => {
    const goesOn = undefined
    expect(await killEvery(50, { outage: 0, owners: 3 })).toEqual([goesOn, goesOn, 'timeout'])
    expect(await killEvery(20, { outage: 120, owners: 4 })).toEqual([goesOn, goesOn, goesOn, 'timeout'])
  })

  test('stands still while nobody has the run: what an outage left goes on and ends right', async () => {
    const cut = await runAt(0, { onPiece: ({ durable }) => durable && 'cut' }).ended
    expect(cut.outcome).toBeUndefined()
    const owner = { fence: 2, journal: cut.journal }
    const { vendor, ended } = runAt(150, { ...owner, idle: 120 })
    expect((await ended).outcome?.status).toBe('waiting')
    expect(vendor.calls, 'the call before the outage is not made again').toHaveLength(1)
    const late = await runAt(150, { ...owner, idle: 89 }).ended
    expect(late.outcome).toMatchObject({ status: 'timeout', error: { code: 'budget_exceeded' } })
  })

  test('leaves the next owner what is left of it, and no more', async () => {
    const limits: number[] = []
    const sleep = async (milliseconds: number, signal: AbortSignal) => {
      limits.push(milliseconds)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      throw signal.reason
    }
    for (const [at, idle] of [
      [150, 120],
      [150, 200],
    ] as const) {
      const now = () => START + at * MINUTE
      const ports = createFakePorts({ vendor: createFakeVendor(), ports: { now, sleep } })
      await runToEnd({ plan, ports, budgets, fence: 2, idleMs: idle * MINUTE })
    }
    expect(limits).toEqual([30 * MINUTE, 60 * MINUTE])
  })

  test('leaves out how long a person thought, but not what was used before the question', async () => {
    const { outcome, journal } = await runAt(0).ended
    expect(outcome?.status).toBe('waiting')
    const answers = [{ path: 'person#0/a0', answer: { type: 'proceed' as const } }]
    const answered = (fence: number, at: number, records: StepRecord[] = journal) =>
      runAt(at, { fence, journal: records, answers, settledFence: 1, idle: 500 }).ended
    expect((await answered(2, 559)).outcome?.status).toBe('finished')
    expect((await answered(7, 561)).outcome?.status).toBe('timeout')
  })
})
