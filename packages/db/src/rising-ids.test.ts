import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRisingIds } from './rising-ids.ts'

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timeOf = (id: string) => Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16)

/** An id of a time whose random part is as small as can be, so that order comes from elsewhere. */
const idAt = (time: number) => {
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7fff-8000-000000000000`
}

function expectRising(ids: string[]): void {
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
}

test('each is greater than the one before, however many there are in a millisecond', () => {
  const next = createRisingIds()
  const ids = Array.from({ length: 20_000 }, next)
  for (const id of ids) expect(id).toMatch(UUID_7)
  expectRising(ids)
})

test('they go on rising when the clock is set back, and follow it again', () => {
  const times = [5_000, 5_000, 4_000, 4_001, 5_000, 5_001]
  const next = createRisingIds(() => idAt(times.shift() ?? 0))
  const ids = Array.from({ length: times.length }, next)
  expectRising(ids)
  expect(ids.map(timeOf)).toEqual([5_000, 5_000, 5_000, 5_000, 5_000, 5_001])
})

test('keep what is random of what they are made of', () => {
  const made = randomUUIDv7()
  expect(createRisingIds(() => made)().slice(18)).toBe(made.slice(18))
})

test('more than twelve bits count go into the next millisecond', () => {
  const next = createRisingIds(() => idAt(7_000))
  const ids = Array.from({ length: 5_000 }, next)
  expectRising(ids)
  expect(timeOf(ids.at(-1) ?? '')).toBe(7_001)
})
