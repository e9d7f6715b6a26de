import { expect, test } from 'vitest'
import { describeSoak } from './describe-soak.ts'

const SAMPLE_MS = 5_000
const samples = (minutes: number, at: (minute: number) => number) =>
  Array.from({ length: minutes * 12 }, (_, index) => at(index / 12))
const soak = (minutes: number, at: (minute: number) => number, faults = 0) =>
  describeSoak({ minutes, sampleMs: SAMPLE_MS, answers: 100, faults, megabytes: samples(minutes, at) })

test('compares the end of an hour with its tenth minute', () => {
  const flat = soak(60, (minute) => (minute < 9 ? 100 : 200))
  expect(flat).toMatchObject({ megabytesEarly: 200, megabytesEnd: 200, ratio: 1, isKept: true })
  expect(soak(60, (minute) => 100 + minute)).toMatchObject({ isKept: false })
})

test('compares a shorter one with its first sixth', () => {
  expect(soak(6, (minute) => (minute < 1 ? 100 : 110))).toMatchObject({ megabytesEarly: 100, ratio: 1.1 })
})

test('is not kept with a single fault', () => {
  expect(soak(6, () => 100, 1)).toMatchObject({ ratio: 1, isKept: false })
})
