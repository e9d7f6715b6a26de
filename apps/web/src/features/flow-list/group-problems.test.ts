import type { Problem } from '@runnel/contract'
import { expect, test } from 'vitest'
import { groupProblems, labelsOfWire } from './group-problems.ts'

const problem = (code: Problem['code'], nodeId: string | undefined, message: string): Problem => ({
  code,
  severity: 'warning',
  message,
  ...(nodeId === undefined ? {} : { nodeId }),
})

const labels = new Map([
  ['a_0', 'Clerk'],
  ['a_1', 'Clerk'],
  ['b_0', 'Reply'],
])
const group = (problems: Problem[]) =>
  groupProblems(problems, { textOf: ({ message }) => message, labelOf: (id) => labels.get(id) })

test('one sentence for twenty nodes is said once, with their names', () => {
  const problems = Array.from({ length: 20 }, (_, n) => problem('node_unknown_type', `x_${n}`, 'Unknown.'))
  expect(group(problems)).toEqual([
    { code: 'node_unknown_type', text: 'Unknown.', count: 20, nodes: problems.map(({ nodeId }) => nodeId) },
  ])
})

test('what is of one kind stands together, each node once, and two of one name by their ids', () => {
  const found = group([
    problem('param_missing', 'a_0', 'Model is required'),
    problem('edge_duplicate_id', undefined, 'An edge stood there twice.'),
    problem('param_missing', 'b_0', 'Text is required'),
    problem('param_missing', 'a_1', 'Model is required'),
    problem('param_missing', 'a_0', 'Model is required'),
  ])
  expect(found).toEqual([
    { code: 'param_missing', text: 'Model is required', count: 3, nodes: ['Clerk (a_0)', 'Clerk (a_1)'] },
    { code: 'param_missing', text: 'Text is required', count: 1, nodes: ['Reply'] },
    { code: 'edge_duplicate_id', text: 'An edge stood there twice.', count: 1, nodes: [] },
  ])
})

test('names are read from a flow in the reference’s form', () => {
  const flowData = JSON.stringify({
    nodes: [
      { id: 'a_0', data: { label: 'Clerk' } },
      { id: 'b_0', data: {} },
    ],
  })
  expect([...labelsOfWire(flowData)]).toEqual([['a_0', 'Clerk']])
  for (const text of [undefined, '', '{', '[]']) expect(labelsOfWire(text).size).toBe(0)
})
