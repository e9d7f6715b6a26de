import { setTimeout as wait } from 'node:timers/promises'
import type { LoggedEvent } from '@runnel/contract'
import { createInProcessRunBus } from '@runnel/drivers'
import { expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { readRunEvents } from './read-run-events.ts'

const end: LoggedEvent = {
  fence: 1,
  n: 1,
  at: 0,
  event: { type: 'run-end', status: 'finished', text: 'done', result: {} },
}

test('word of an event that comes while the database is being read is not slept over', async () => {
  const bus = createInProcessRunBus()
  const written: LoggedEvent[] = []
  const runs = {
    find: async () => ({ status: 'running', output: null }),
    async events() {
      const found = [...written]
      if (found.length > 0) return found
      written.push(end)
      bus.publish('run', { wake: true })
      await wait(5)
      return found
    },
  }
  const context = { bus, db: { read: () => ({ runs }) } } as unknown as OperationContext
  const begun = performance.now()
  const batches = []
  for await (const batch of readRunEvents(context, { workspaceId: 'w', runId: 'run' })) batches.push(batch)
  expect(batches).toEqual([[end]])
  expect(performance.now() - begun).toBeLessThan(1_000)
})
