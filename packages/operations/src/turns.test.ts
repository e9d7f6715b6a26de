import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('each name has its turn once in the time', () => {
  const takeTurn = createTurns({ everyMs: 60, most: 10 })
  expect([takeTurn('a', 0), takeTurn('a', 59), takeTurn('b', 59), takeTurn('a', 60)]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect([takeTurn('a', 119), takeTurn('b', 119), takeTurn('a', 120)]).toEqual([false, true, true])
})

test('a clock that is set back makes nobody wait for the old time', () => {
  const takeTurn = createTurns({ everyMs: 60, most: 10 })
  expect([takeTurn('a', 1_000), takeTurn('a', 900), takeTurn('a', 901)]).toEqual([true, true, false])
})

test('of more names than it may remember, those whose turn is longest ago are forgotten', () => {
  const takeTurn = createTurns({ everyMs: 60, most: 3 })
  for (const name of ['a', 'b', 'c']) takeTurn(name, 0)
  takeTurn('a', 60)
  expect(takeTurn('d', 61)).toBe(true)
  // `b` went for `d`, and `c` for `b`.
  expect([takeTurn('a', 62), takeTurn('d', 62), takeTurn('b', 59)]).toEqual([false, false, true])
  expect([takeTurn('c', 59), takeTurn('b', 62)]).toEqual([true, false])
})
