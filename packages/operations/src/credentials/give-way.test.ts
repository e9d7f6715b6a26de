import { expect, test } from 'vitest'
import { giveWay } from './give-way.ts'

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
