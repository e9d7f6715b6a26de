import type { Kill, VendorCall } from './judge-calls.ts'

/**
 * Times from the last byte of an answer to the run's next call, which is made only when the answer is committed: no
 * answer was in danger for longer. In milliseconds; without those between which the process was killed.
 */
export function measureWindow(calls: readonly VendorCall[], kills: readonly Kill[]): number[] {
  const byRun = Map.groupBy(calls, ({ question }) => question)
  return [...byRun.values()].flatMap((made) => {
    const inOrder = made.toSorted((a, b) => a.startedAt - b.startedAt)
    return inOrder.slice(1).flatMap((next, index) => {
      const before = inOrder[index]
      if (before?.answeredAt === undefined || before.content === next.content) return []
      const wasKilled = kills.some(({ at }) => at >= before.startedAt && at <= next.startedAt)
      return wasKilled ? [] : [next.startedAt - before.answeredAt]
    })
  })
}
