import type { RunQueue } from '@runnel/drivers'
import { expect, test, vi } from 'vitest'
import type { OperationContext } from '../context.ts'
import { createRunWorker } from './create-run-worker.ts'

test('a worker takes jobs that let a run go on, and gives back those of a kind that it does not know', async () => {
  const claim = vi.fn(async () => undefined)
  let deliver: Parameters<RunQueue['start']>[0] = async () => undefined
  const context = {
    bus: { subscribeControl: () => () => undefined },
    db: {
      system: {
        runs: {
          claim,
          clock: async () => Date.now(),
          suspects: async () => [],
          expired: async () => [],
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
  const worker = createRunWorker(context, { slots: 1 })
  await worker.start()
  await deliver({ kind: 'run', id: 'r1' })
  expect(claim).toHaveBeenCalledWith(expect.objectContaining({ runId: 'r1', owner: worker.owner }))
  await expect(deliver({ kind: 'schedule', id: 's1' })).rejects.toThrow('“schedule”')
  expect(claim).toHaveBeenCalledTimes(1)
  await worker.close()
})
