import { expect, test } from 'vitest'
import type { ServingContext } from '../context.ts'
import { answerOverdueWaits } from './answer-overdue-waits.ts'

/** A world in which so many questions are overdue, of which some cannot be answered. */
function overdue(count: number, cannot: ReadonlySet<string> = new Set()) {
  const open = Array.from({ length: count }, (_, index) => `wait-${index}`)
  const tried: string[] = []
  const answer = async ({ id }: { id: string }) => {
    tried.push(id)
    if (cannot.has(id)) throw new Error('It cannot be stored')
    open.splice(open.indexOf(id), 1)
    return { runId: `run of ${id}`, isQueued: false }
  }
  const writer = { waits: { answer }, runs: { clearMessageAction: async () => undefined } }
  const context = {
    now: () => 0,
    log: { warn: () => undefined },
    db: {
      system: {
        runs: {
          overdueWaits: async (_now: number, limit: number, after?: { deadlineAt: number }) =>
            open
              .map((waitId) => ({
                workspaceId: 'w',
                waitId,
                deadlineAt: Number(waitId.slice('wait-'.length)),
              }))
              .filter(({ deadlineAt }) => after === undefined || deadlineAt > after.deadlineAt)
              .slice(0, limit),
        },
      },
      read: () => ({ waits: { find: async () => ({ outcomeAtDeadline: 'proceed' }) } }),
      write: (_workspaceId: string, work: (given: typeof writer) => unknown) => work(writer),
    },
  } as unknown as ServingContext
  return { context, open, tried }
}

test('thousands of questions whose time is over are answered by one look, each once', async () => {
  const { context, open, tried } = overdue(5_000)
  expect(await answerOverdueWaits(context)).toBe(5_000)
  expect(open).toEqual([])
  expect(new Set(tried).size).toBe(tried.length)
})

test.each([99, 100, 1_000])(
  '%i questions that cannot be answered hold up none behind them, and end the look',
  async (count) => {
    const cannot = new Set(Array.from({ length: count }, (_, index) => `wait-${index}`))
    const { context, open, tried } = overdue(count + 51, cannot)
    expect(await answerOverdueWaits(context)).toBe(51)
    expect(open).toEqual([...cannot])
    expect(tried).toHaveLength(count + 51)
  },
)

test('a clock that jumps ahead for a moment answers nothing', async () => {
  const { context } = overdue(0)
  const asked: number[] = []
  let now = 1_000_000
  Object.assign(context, { now: () => now })
  Object.assign(context.db.system.runs, {
    overdueWaits: async (until: number) => {
      asked.push(until)
      return []
    },
  })
  await answerOverdueWaits(context)
  now += 365 * 24 * 3_600_000
  await answerOverdueWaits(context)
  now -= 365 * 24 * 3_600_000
  await answerOverdueWaits(context)
  for (const until of asked) expect(Math.abs(until - 1_000_000)).toBeLessThan(60_000)
})
