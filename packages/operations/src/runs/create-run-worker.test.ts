import type { RunQueue } from '@runnel/drivers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OperationContext } from '../context.ts'
import { createRunWorker } from './create-run-worker.ts'

/** A worker to which jobs are delivered, and of which no claim succeeds. */
async function startWorker(slots: number) {
  const claim = vi.fn(async (_claim: { runId: string }) => undefined)
  const expired = vi.fn(async (): Promise<string[]> => [])
  let deliver: Parameters<RunQueue['start']>[0] = async () => undefined
  const context = {
    bus: { subscribeControl: () => () => undefined },
    db: {
      system: {
        runs: {
          claim,
          clock: async () => Date.now(),
          suspects: async () => [],
          expired,
          stopsRequested: async () => [],
        },
      },
    },
    queue: {
      start: async (handler: typeof deliver) => {
        deliver = handler
      },
    },
    now: Date.now,
  } as unknown as OperationContext
  const worker = createRunWorker(context, { slots })
  await worker.start()
  onTestFinished(() => worker.close())
  expired.mockClear()
  const claimed = () => claim.mock.calls.map(([{ runId }]) => runId)
  return { worker, claim, claimed, expired, deliver: (kind: string, id: string) => deliver({ kind, id }) }
}

test('a worker takes jobs that let a run go on, and gives back those of a kind that it does not know', async () => {
  const { worker, claim, deliver } = await startWorker(1)
  await deliver('run', 'r1')
  expect(claim).toHaveBeenCalledWith(expect.objectContaining({ runId: 'r1', owner: worker.owner }))
  await expect(deliver('schedule', 's1')).rejects.toThrow('“schedule”')
  expect(claim).toHaveBeenCalledTimes(1)
})

test('a worker with room takes the run that it is told of, and asks for no turn', async () => {
  const { claimed, expired, deliver } = await startWorker(100)
  await deliver('run', 'r1')
  expect(claimed()).toEqual(['r1'])
  expect(expired).not.toHaveBeenCalled()
})

test('a worker of which all runs ended at once takes the next ones in turn', async () => {
  const { claim, claimed, expired, deliver } = await startWorker(100)
  expired.mockResolvedValueOnce(['of a flow with few'])
  const claims: (() => void)[] = []
  claim.mockImplementation(() => new Promise<undefined>((resolve) => claims.push(() => resolve(undefined))))
  const jobs = Array.from({ length: 100 }, (_, index) => deliver('run', `of a flow with many ${index}`))
  await expect.poll(claimed).toContain('of a flow with few')
  expect(claimed()).toHaveLength(100)
  for (let n = 0; n < 101; n += 1) {
    await expect.poll(() => claims.length).toBeGreaterThan(0)
    claims.shift()?.()
  }
  await Promise.all(jobs)
})

test('a worker that is nearly full takes the runs whose turn it is, and the one that it is told of when none waits', async () => {
  const { claimed, expired, deliver } = await startWorker(1)
  expired.mockResolvedValueOnce(['of a flow with few', 'of a flow with many'])
  await deliver('run', 'r1')
  expect(claimed()).toEqual(['of a flow with few', 'of a flow with many', 'r1'])
})
