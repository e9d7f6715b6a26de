import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { giveWay, sleep } from './sleep.ts'

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

/** More than any thread does in a turn. */
const MANY = 3_000_000

test('others have their turn while ready work goes on, and all who gave way go on after it', async () => {
  let done = 0
  let turn: number | undefined
  setImmediate(() =>
    setImmediate(() => {
      turn = done
    }),
  )
  const work = async () => {
    while (turn === undefined && done < MANY) {
      done++
      await (giveWay() ?? Promise.resolve())
    }
    return 'over'
  }
  const workers = Array.from({ length: 9 }, work)
  expect(await Promise.all(workers)).toEqual(workers.map(() => 'over'))
  expect(turn).toBeLessThan(MANY)
})
