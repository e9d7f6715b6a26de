import { afterEach, describe, expect, test } from 'vitest'
import type { QueueJob, RunQueue } from './run-queue.ts'

/** What every driver of the queue does. `open` gives an empty queue. */
export function describeRunQueue(name: string, open: () => Promise<RunQueue>): void {
  describe(`run queue ${name}`, () => {
    const opened: RunQueue[] = []

    async function openQueue(): Promise<RunQueue> {
      const queue = await open()
      opened.push(queue)
      return queue
    }

    afterEach(async () => {
      for (const queue of opened.splice(0)) await queue.stop({ graceMs: 0 })
    })

    test('delivers what was sent before and after the start, once each', async () => {
      const queue = await openQueue()
      const got: QueueJob[] = []
      await queue.send('run', 'before')
      await queue.start(
        async (job) => {
          got.push(job)
        },
        { slots: 2 },
      )
      await queue.send('deadline', 'after')
      await expect.poll(() => got.length).toBe(2)
      expect(got).toEqual(
        expect.arrayContaining([
          { kind: 'run', id: 'before' },
          { kind: 'deadline', id: 'after' },
        ]),
      )
    })

    test('never runs more than its slots at once, and all of a hundred', async () => {
      const queue = await openQueue()
      let running = 0
      let most = 0
      const done = new Set<string>()
      await queue.start(
        async ({ id }) => {
          running += 1
          most = Math.max(most, running)
          await new Promise((resolve) => setTimeout(resolve, 5))
          running -= 1
          done.add(id)
        },
        { slots: 3 },
      )
      await Promise.all(Array.from({ length: 100 }, (_, n) => queue.send('run', String(n))))
      await expect.poll(() => done.size, { timeout: 20_000 }).toBe(100)
      expect(most).toBe(3)
    })

    test('brings a failed job back, and only that one', async () => {
      const queue = await openQueue()
      const got: string[] = []
      await queue.start(
        async ({ id }) => {
          got.push(id)
          if (id === 'fails-once' && got.filter((one) => one === id).length === 1) throw new Error('not now')
        },
        { slots: 2 },
      )
      await queue.send('run', 'fails-once')
      await queue.send('run', 'fine')
      await expect
        .poll(() => got.toSorted(), { timeout: 15_000 })
        .toEqual(['fails-once', 'fails-once', 'fine'])
    })

    test('holds a delayed job back, and lets others pass', async () => {
      const queue = await openQueue()
      const got: { id: string; at: number }[] = []
      await queue.start(
        async ({ id }) => {
          got.push({ id, at: Date.now() })
        },
        { slots: 2 },
      )
      const sent = Date.now()
      await queue.send('deadline', 'late', { delayMs: 400 })
      await queue.send('run', 'soon')
      await expect.poll(() => got.map(({ id }) => id)).toEqual(['soon', 'late'])
      expect((got[1]?.at ?? 0) - sent).toBeGreaterThanOrEqual(399)
    })

    test('stop waits for what is under way and starts nothing more', async () => {
      const queue = await openQueue()
      const got: string[] = []
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await queue.start(
        async ({ id }) => {
          got.push(`${id} began`)
          await held
          got.push(`${id} ended`)
        },
        { slots: 1 },
      )
      await queue.send('run', 'one')
      await queue.send('run', 'two')
      await expect.poll(() => got).toEqual(['one began'])
      const stopped = queue.stop()
      release()
      await stopped
      expect(got).toEqual(['one began', 'one ended'])
    })

    test('a job that never ends does not hold up the stop for ever', async () => {
      const queue = await openQueue()
      let began = false
      await queue.start(
        () => {
          began = true
          return new Promise(() => undefined)
        },
        { slots: 1 },
      )
      await queue.send('run', 'endless')
      await expect.poll(() => began).toBe(true)
      await expect(queue.stop({ graceMs: 50 })).resolves.toBeUndefined()
    })
  })
}
