import { expect, test } from 'vitest'
import { formatTable } from './format-table.ts'

const cellsOf = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

test('a row shows the median, how it is judged, its target, the verdict, the longest hold and the figures of others', () => {
  const table = formatTable([
    {
      row: 'Start → LLM',
      unit: 'ms',
      judgedBy: 'time',
      samples: [8, 18, 8.5],
      beside: [1_300, 1_300, 1_300],
      target: { atMost: 5 },
      longestHold: 12.25,
      reference: '26.7 ms',
      others: 'DBOS 8 ms',
    },
  ])
  expect(cellsOf(table)).toEqual([
    ['Start → LLM', '8.50 ms', '4.25 ms', '≤ 5 ms', 'yes', '12.3 ms', '26.7 ms', 'DBOS 8 ms', ''],
  ])
})

test('a target that is a share names what it is a share of', () => {
  const table = formatTable([
    {
      row: 'ten callers',
      unit: 'runs/s',
      judgedBy: 'share-of-pace',
      samples: [1_040],
      beside: [2_600],
      target: { atLeast: 0.4 },
    },
  ])
  expect(cellsOf(table)[0]?.slice(1, 5)).toEqual(['1,040 runs/s', '0.40 × N', '≥ 0.40 × N', 'yes'])
})

test('a postponed row names its order, a failed one its failure', () => {
  const rest = { unit: 's', judgedBy: 'time', samples: [], target: { atMost: 4 } } as const
  const table = formatTable([
    { row: 'retrieval', ...rest, postponedTo: 'order 15' },
    { row: 'canvas', ...rest, failure: 'the page\nended' },
  ])
  expect(cellsOf(table)).toEqual([
    ['retrieval', '–', '–', '≤ 4 s', 'postponed', '–', '–', '–', 'order 15'],
    ['canvas', '–', '–', '≤ 4 s', 'failed', '–', '–', '–', 'the page ended'],
  ])
})
