import { expect, test } from 'vitest'
import type { RowSpec } from '../figures/figure.ts'
import { GROUPS } from './groups.ts'
import { ROWS } from './rows.ts'
import { selectRows } from './select-rows.ts'

test('every row is measured by one group, or names the order that brings it', () => {
  const measured = GROUPS.flatMap(({ rows }) => rows)
  const postponed = Object.entries<RowSpec>(ROWS).filter(([, { postponedTo }]) => postponedTo !== undefined)
  const all = [...measured, ...postponed.map(([name]) => name)]
  expect(all.toSorted()).toEqual(Object.keys(ROWS).toSorted())
})

test('without texts all rows are meant but those of groups that take too long', () => {
  const left = Object.keys(ROWS).filter((name) => !selectRows([], ROWS, GROUPS).has(name))
  expect(left).toEqual(['million', 'millionMemory'])
})

test('a group, a row and a part of what a row says are all names', () => {
  expect([...selectRows(['nodes'], ROWS, GROUPS)]).toEqual(['nodesFirst', 'nodesAgain'])
  expect([...selectRows(['reply'], ROWS, GROUPS)]).toEqual(['reply'])
  expect([...selectRows(['2,000 nodes: open', 'retrievalRecall'], ROWS, GROUPS)]).toEqual([
    'canvasOpen2000',
    'retrievalRecall',
  ])
})

test('a text that names nothing is an error that lists what there is', () => {
  expect(() => selectRows(['warp'], ROWS, GROUPS)).toThrow(/--rows=warp.*start, load/)
})
