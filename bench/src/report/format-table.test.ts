import { expect, test } from 'vitest'
import { formatTable } from './format-table.ts'

test('a row shows the median, its target, the verdict and the figures of others', () => {
  const table = formatTable([
    {
      row: 'Start → LLM',
      unit: 'ms',
      samples: [4, 9, 4.25],
      target: { atMost: 5 },
      reference: '26.7 ms',
      others: 'DBOS 8 ms',
    },
    { row: 'canvas', unit: 's', samples: [], target: { atMost: 4 } },
  ])
  const [, , first = '', second = ''] = table.split('\n')
  const cells = (line: string) => line.split('|').map((cell) => cell.trim())
  expect(cells(first)).toEqual([
    '',
    'Start → LLM',
    '4.25 ms',
    '≤ 5 ms',
    'yes',
    '26.7 ms',
    'DBOS 8 ms',
    '',
    '',
  ])
  expect(cells(second)).toEqual(['', 'canvas', '–', '≤ 4 s', 'postponed', '–', '–', '', ''])
})
