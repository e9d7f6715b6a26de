import { expect, test } from 'vitest'
import { type Figure, judge, judgedValue } from '../figures/figure.ts'
import { ROWS, type RowName } from '../table/rows.ts'
import { describeLoads } from './describe-loads.ts'
import type { LoadRound, WatchedLoad } from './load-round.ts'

const load = (perSecond: number, milliseconds: number, longestHold = 1): WatchedLoad => ({
  answers: 1_000,
  perSecond,
  median: milliseconds,
  p95: milliseconds,
  p99: milliseconds * 2,
  longestHold,
})

/** A repetition on a machine that is `slowness` times as slow as the one where the targets were set. */
const round = (slowness: number): LoadRound => ({
  sqliteOneLlmOneCaller: load(400 / slowness, 2.5 * slowness, 7 * slowness),
  sqliteOneLlm: load(1_100 / slowness, 9 * slowness),
  sqliteReply: load(1_900 / slowness, 5 * slowness),
  sqliteThree: load(620 / slowness, 16 * slowness),
  sqliteThreeOneCaller: load(280 / slowness, 3.5 * slowness),
  postgresOneLlm: load(1_000 / slowness, 10 * slowness),
  postgresThree: load(450 / slowness, 20 * slowness),
  dbosThree: load(290 / slowness, 34 * slowness),
  dbosThreeOneCaller: load(160 / slowness, 6 * slowness),
  plainThreeOneCaller: load(1_000 / slowness, 0.9 * slowness),
  pace: 2_600 / slowness,
})

const figureOf = (name: RowName, rounds: LoadRound[]): Figure => {
  const found = describeLoads(rounds)
  return { ...ROWS[name], ...found[name as keyof typeof found] }
}

test('the verdict is the same on a machine four times as slow, also when its speed changes meanwhile', () => {
  for (const name of ['oneLlmMedian', 'oneLlmSqlite', 'reply', 'threeSqlite', 'threeOneCaller'] as const) {
    const quick = figureOf(name, [round(1)])
    const changing = figureOf(name, [round(4), round(2), round(8)])
    expect(judgedValue(changing)).toBeCloseTo(judgedValue(quick))
    expect(judge(changing)).toBe('yes')
  }
  expect(judge(figureOf('threePostgres', [round(1)]))).toBe('no')
  expect(judge(figureOf('threePostgres', [round(4)]))).toBe('no')
})

test('the longest hold is the worst of all repetitions, not the median', () => {
  expect(figureOf('oneLlmMedian', [round(1), round(3), round(2)]).longestHold).toBe(21)
})
