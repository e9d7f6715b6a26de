import { expect, test } from 'vitest'
import { findRepeatedCalls, type VendorCall } from './judge-calls.ts'

const call = (startedAt: number, answeredAt?: number, from = 'a'): VendorCall => ({
  question: 'run 1',
  content: 'run 1 step 1',
  from,
  startedAt,
  ...(answeredAt === undefined ? {} : { answeredAt }),
})

test('a call made once is none', () => {
  expect(findRepeatedCalls([call(0, 150)], [{ from: 'a', at: 160 }])).toEqual([])
})

test('a call that the kill interrupted may be made again', () => {
  expect(findRepeatedCalls([call(0), call(500, 650)], [{ from: 'a', at: 100 }])).toEqual([])
})

test('an answered call that is made again tells how long before the kill its answer came', () => {
  expect(findRepeatedCalls([call(0, 150), call(500, 650)], [{ from: 'a', at: 158 }])).toEqual([
    { content: 'run 1 step 1', gapMs: 8, beside: 0 },
  ])
})

test('answers that the same process had to read in that time are counted', () => {
  const others = [151, 145, 170, 130].map((at) => ({ ...call(0, at), content: `another ${at}` }))
  const elsewhere = { ...call(0, 150, 'b'), content: 'elsewhere' }
  const calls = [call(0, 150), call(500, 650), ...others, elsewhere]
  expect(findRepeatedCalls(calls, [{ from: 'a', at: 158 }])).toMatchObject([{ gapMs: 8, beside: 2 }])
})

test('the death of another process excuses nothing', () => {
  const [repeated] = findRepeatedCalls([call(0, 150), call(500, 650, 'b')], [{ from: 'b', at: 158 }])
  expect(repeated?.gapMs).toBe(Number.POSITIVE_INFINITY)
})

test('a kill after the call was made again excuses nothing', () => {
  const [repeated] = findRepeatedCalls([call(0, 150), call(500, 650)], [{ from: 'a', at: 700 }])
  expect(repeated?.gapMs).toBe(Number.POSITIVE_INFINITY)
})

test('each repetition counts by itself', () => {
  const kills = [
    { from: 'a', at: 155 },
    { from: 'a', at: 660 },
  ]
  const gaps = findRepeatedCalls([call(0, 150), call(500, 650), call(900, 1_050)], kills)
  expect(gaps.map(({ gapMs }) => gapMs)).toEqual([5, 10])
})

test('an answer that was written after the death was received by nobody', () => {
  expect(findRepeatedCalls([call(0, 150), call(500, 650)], [{ from: 'a', at: 149 }])).toEqual([])
})

test('calls of other steps are not mixed up', () => {
  expect(findRepeatedCalls([call(0, 150), { ...call(200, 350), content: 'run 1 step 2' }], [])).toEqual([])
})
