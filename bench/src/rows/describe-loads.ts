import type { Measured } from '../figures/figure.ts'
import { median } from '../figures/percentile.ts'
import type { LoadResult } from '../load/load.ts'
import type { LoadRound, OwnLoad } from './load-round.ts'

type RivalLoad = 'dbosThree' | 'dbosThreeOneCaller' | 'plainThreeOneCaller'

/** Makes the rows of the table from the repetitions; each figure stands beside the measure of its own repetition. */
export function describeLoads(rounds: readonly LoadRound[]) {
  const take = (name: OwnLoad | RivalLoad, value: keyof LoadResult) =>
    rounds.map((round) => round[name][value])
  const middle = (name: RivalLoad, value: keyof LoadResult) => median(take(name, value))
  const paces = rounds.map(({ pace }) => pace)
  const describe = (name: OwnLoad, value: keyof LoadResult, beside: number[]): Measured => ({
    samples: take(name, value),
    beside,
    longestHold: Math.max(...rounds.map((round) => round[name].longestHold)),
  })
  const many = `DBOS ${middle('dbosThree', 'perSecond').toFixed(0)}, nothing kept ${median(paces).toFixed(0)} runs/s`
  const one = `DBOS ${middle('dbosThreeOneCaller', 'median').toFixed(1)}, nothing kept ${middle('plainThreeOneCaller', 'median').toFixed(1)} ms`
  const dbos = take('dbosThree', 'perSecond')
  return {
    oneLlmMedian: describe('sqliteOneLlmOneCaller', 'median', paces),
    oneLlmP99: describe('sqliteOneLlmOneCaller', 'p99', paces),
    oneLlmSqlite: describe('sqliteOneLlm', 'perSecond', paces),
    oneLlmPostgres: describe('postgresOneLlm', 'perSecond', paces),
    reply: describe('sqliteReply', 'perSecond', paces),
    threeSqlite: { ...describe('sqliteThree', 'perSecond', dbos), others: many },
    threePostgres: { ...describe('postgresThree', 'perSecond', dbos), others: many },
    threeOneCaller: {
      ...describe('sqliteThreeOneCaller', 'median', take('dbosThreeOneCaller', 'median')),
      others: one,
    },
  }
}
