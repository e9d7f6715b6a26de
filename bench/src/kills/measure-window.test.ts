import { expect, test } from 'vitest'
import type { VendorCall } from './judge-calls.ts'
import { measureWindow } from './measure-window.ts'

const call = (step: number, startedAt: number, answeredAt?: number): VendorCall => ({
  question: 'run 1',
  content: `run 1 step ${step}`,
  from: 'a',
  startedAt,
  ...(answeredAt === undefined ? {} : { answeredAt }),
})

test('the window is from an answer to the next call of its run', () => {
  expect(measureWindow([call(2, 156, 300), call(1, 0, 150), call(3, 309, 450)], [])).toEqual([6, 9])
})

test('a call that was cut or made again, and a pause in which the process was killed, tell nothing of it', () => {
  const calls = [call(1, 0, 150), call(2, 156), call(2, 900, 1_050), call(3, 2_000, 2_150)]
  expect(measureWindow(calls, [{ from: 'a', at: 1_500 }])).toEqual([6])
})
