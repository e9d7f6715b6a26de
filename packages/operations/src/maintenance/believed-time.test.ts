import { expect, test } from 'vitest'
import { believedTime } from './believed-time.ts'

const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE
const START = 1_800_000_000_000

/** A clock that somebody sets, beside one that nobody can set. */
function clocks() {
  let steady = 5_000
  let wall = START
  const context = { now: () => wall }
  return {
    pass(milliseconds: number) {
      steady += milliseconds
      wall += milliseconds
    },
    set(by: number) {
      wall += by
    },
    believed: () => believedTime(context, { steady }) - START,
  }
}

test('a clock that goes as it should is believed', () => {
  const clock = clocks()
  expect(clock.believed()).toBe(0)
  clock.pass(YEAR)
  clock.set(30_000)
  expect(clock.believed()).toBe(YEAR + 30_000)
})

test('a clock that is a year ahead for some minutes is not believed', () => {
  const clock = clocks()
  clock.believed()
  clock.set(YEAR)
  expect(clock.believed()).toBe(0)
  for (let minute = 1; minute < 9; minute += 1) {
    clock.pass(MINUTE)
    expect(clock.believed()).toBe(minute * MINUTE)
  }
  clock.set(-YEAR)
  clock.pass(MINUTE)
  expect(clock.believed()).toBe(9 * MINUTE)
})

test('a clock that keeps its new time is believed after some minutes, one that jumps on is not', () => {
  const clock = clocks()
  clock.believed()
  clock.set(YEAR)
  clock.believed()
  clock.pass(6 * MINUTE)
  clock.set(YEAR)
  expect(clock.believed()).toBe(6 * MINUTE)
  clock.pass(6 * MINUTE)
  expect(clock.believed()).toBe(12 * MINUTE)
  clock.pass(6 * MINUTE)
  expect(clock.believed()).toBe(2 * YEAR + 18 * MINUTE)
})

test('a clock that is set back counts at once', () => {
  const clock = clocks()
  clock.believed()
  clock.set(-YEAR)
  expect(clock.believed()).toBe(-YEAR)
})
