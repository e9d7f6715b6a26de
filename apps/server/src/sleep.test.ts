import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { sleep } from './sleep.ts'

test('a sleep ends by itself and leaves nothing at the signal', async () => {
  const { signal } = new AbortController()
  await sleep(1, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a sleep that is stopped, before or while it lasts, fails with the reason given', async () => {
  const stop = new AbortController()
  const reason = new Error('enough')
  const sleeping = sleep(60_000, stop.signal)
  stop.abort(reason)
  await expect(sleeping).rejects.toBe(reason)
  await expect(sleep(60_000, stop.signal)).rejects.toBe(reason)
})
