import { type Figure, median } from '../figures/figure.ts'
import type { LoadResult } from '../load/load.ts'
import type { LoadRound } from './load-round.ts'

/** Makes the rows of the table from the repetitions; ratios are taken within each repetition. */
export function describeLoads(rounds: readonly LoadRound[]): Figure[] {
  const take = (name: keyof LoadRound, value: keyof LoadResult) => rounds.map((round) => round[name][value])
  const middle = (name: keyof LoadRound, value: keyof LoadResult) => median(take(name, value))
  const toDbos = (name: keyof LoadRound) =>
    rounds.map((round) => round[name].perSecond / round.dbosThree.perSecond)
  const many = `DBOS ${middle('dbosThree', 'perSecond').toFixed(0)}, nothing kept ${middle('plainThree', 'perSecond').toFixed(0)} runs/s`
  const one = `DBOS ${middle('dbosThreeOneCaller', 'median').toFixed(1)}, nothing kept ${middle('plainThreeOneCaller', 'median').toFixed(1)} ms`
  return [
    {
      row: 'Start → LLM over HTTP, one caller, median',
      unit: 'ms',
      samples: take('sqliteOneLlmOneCaller', 'median'),
      target: { atMost: 5 },
      reference: '26.7 ms',
    },
    {
      row: 'Start → LLM over HTTP, one caller, p99',
      unit: 'ms',
      samples: take('sqliteOneLlmOneCaller', 'p99'),
      target: { atMost: 15 },
      reference: '47 ms',
    },
    {
      row: 'Start → LLM, 10 callers, SQLite',
      unit: 'runs/s',
      samples: take('sqliteOneLlm', 'perSecond'),
      target: { atLeast: 600 },
      reference: '57 runs/s',
    },
    {
      row: 'Start → LLM, 10 callers, PostgreSQL',
      unit: 'runs/s',
      samples: take('postgresOneLlm', 'perSecond'),
      target: { atLeast: 400 },
    },
    {
      row: 'Start → Direct Reply, 10 callers',
      unit: 'runs/s',
      samples: take('sqliteReply', 'perSecond'),
      target: { atLeast: 1_000 },
      reference: '87 runs/s',
    },
    {
      row: 'three LLM steps, 10 callers, SQLite, beside DBOS',
      unit: '×',
      samples: toDbos('sqliteThree'),
      target: { atLeast: 1.3 },
      reference: '29 runs/s',
      others: many,
      note: `${middle('sqliteThree', 'perSecond').toFixed(0)} runs/s`,
    },
    {
      row: 'three LLM steps, 10 callers, PostgreSQL, beside DBOS',
      unit: '×',
      samples: toDbos('postgresThree'),
      target: { atLeast: 1 },
      others: many,
      note: `${middle('postgresThree', 'perSecond').toFixed(0)} runs/s`,
    },
    {
      row: 'three LLM steps, one caller, median',
      unit: 'ms',
      samples: take('sqliteThreeOneCaller', 'median'),
      target: { atMost: 7 },
      reference: '45 ms',
      others: one,
    },
  ]
}
