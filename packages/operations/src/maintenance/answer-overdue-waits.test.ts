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
          overdueWaits: async (_now: number, limit: number) =>
            open.slice(0, limit).map((waitId) => ({ workspaceId: 'w', waitId })),
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

test('questions that cannot be answered hold up none behind them, and end the look', async () => {
  const cannot = new Set(Array.from({ length: 99 }, (_, index) => `wait-${index}`))
  const { context, open } = overdue(150, cannot)
  expect(await answerOverdueWaits(context)).toBe(51)
  expect(open).toEqual([...cannot])
})
