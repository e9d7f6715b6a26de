import { expect, test } from 'vitest'
import { gather, gatherInTurns } from './take-turns.ts'

/** Holds the thread at each step for longer than a turn may be. */
function* slowSteps(count: number) {
  for (let at = 0; at < count; at++) {
    const until = performance.now() + 10
    while (performance.now() < until);
    yield at % 2 === 0 ? at : undefined
  }
}

test('long work lets others have their turn between its steps', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  expect(await gatherInTurns(slowSteps(6))).toEqual([0, 2, 4])
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(5)
})

test('what is short is done at once, and its empty steps give nothing', () => {
  expect(gather([1, undefined, 2])).toEqual([1, 2])
})
