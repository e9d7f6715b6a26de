import { describe, expect, test } from 'vitest'
import { type Figure, judge, judgedValue } from './figure.ts'

const time = (samples: number[], beside: number[]): Figure => ({
  row: 'a time',
  unit: 'ms',
  judgedBy: 'time',
  target: { atMost: 5 },
  samples,
  beside,
})
const plain = (samples: number[], target: Figure['target']): Figure => ({
  row: 'bytes',
  unit: 'kB',
  judgedBy: 'as-it-is',
  ...(target === undefined ? {} : { target }),
  samples,
})

describe('what is judged', () => {
  test('a time on a machine of half the pace counts half', () => {
    expect(judgedValue(time([8], [1_300]))).toBe(4)
    expect(judge(time([8], [1_300]))).toBe('yes')
    expect(judge(time([8], [2_600]))).toBe('no')
  })

  test('a time on a machine of twice the pace counts double', () => {
    expect(judge(time([3], [5_200]))).toBe('no')
  })

  test('a rate is a share of the pace of its own repetition', () => {
    const rate: Figure = {
      row: 'runs',
      unit: 'runs/s',
      judgedBy: 'share-of-pace',
      target: { atLeast: 0.4 },
      samples: [1_000, 300, 900],
      beside: [2_500, 600, 2_600],
    }
    expect(judgedValue(rate)).toBe(0.4)
    expect(judge(rate)).toBe('yes')
  })

  test('what a slow machine holds counts for more', () => {
    const held: Figure = {
      row: 'streams',
      unit: 'streams',
      judgedBy: 'capacity',
      target: { atLeast: 500 },
      samples: [260],
      beside: [1_300],
    }
    expect(judgedValue(held)).toBe(520)
    expect(judge({ ...held, beside: [2_600] })).toBe('no')
  })

  test('a row beside DBOS is a multiple of it', () => {
    const three: Figure = { ...plain([600], { atLeast: 2 }), judgedBy: 'share-of-dbos', beside: [300] }
    expect(judgedValue(three)).toBe(2)
    expect(judge(three)).toBe('yes')
  })

  test('a ratio without its measure is an error, not a figure', () => {
    expect(() => judgedValue(time([4], []))).toThrow('needs its measure')
    expect(() => judgedValue(time([4], [0]))).toThrow('needs its measure')
  })
})

describe('judge', () => {
  test('a limit that is just kept is met', () => {
    expect(judge(plain([5], { atMost: 5 }))).toBe('yes')
    expect(judge(plain([600], { atLeast: 600 }))).toBe('yes')
  })

  test('the median counts, not the best', () => {
    expect(judge(plain([4, 6, 7], { atMost: 5 }))).toBe('no')
    expect(judge(plain([700, 500, 400], { atLeast: 600 }))).toBe('no')
  })

  test('a row without values is postponed only where an order is named, else failed', () => {
    expect(judge({ ...plain([], { atMost: 5 }), postponedTo: 'order 15' })).toBe('postponed')
    expect(judge(plain([], { atMost: 5 }))).toBe('failed')
  })

  test('a row whose measuring broke has failed, whatever it found before', () => {
    expect(judge({ ...plain([1], { atMost: 5 }), failure: 'the server ended' })).toBe('failed')
  })

  test('a row without a target is only shown', () => {
    expect(judge(plain([5], undefined))).toBe('shown')
  })
})
