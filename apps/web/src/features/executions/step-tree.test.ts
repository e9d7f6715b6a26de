import type { ExecutedNode, ExecutionStep } from '@runnel/contract'
import { expect, test } from 'vitest'
import { arrangeSteps, readExecutedNodes } from './step-tree.ts'

const step = (path: string, startedAt: number, more: Partial<ExecutionStep> = {}): ExecutionStep => ({
  path,
  attempt: 1,
  kind: path.includes('/') ? 'model' : 'step',
  status: 'finished',
  nodeId: path.split('#')[0] ?? '',
  nodeType: 'llmAgentflow',
  startedAt,
  finishedAt: startedAt + 5,
  usage: null,
  error: null,
  ...more,
})
const executed = (nodeId: string, input: string): ExecutedNode => ({
  nodeId,
  nodeLabel: `Label of ${nodeId}`,
  data: { input },
  previousNodeIds: [],
  status: 'FINISHED',
})
const outline = (steps: ExecutionStep[], nodes: ExecutedNode[] = []) =>
  arrangeSteps(steps, nodes).map(
    ({ step: { path, attempt }, depth }) => `${'  '.repeat(depth)}${path} ${attempt}`,
  )

test('records stand under the record that their path continues, in the order they began', () => {
  const rows = outline([
    step('b#0/m0', 6),
    step('b#0/t0.1', 8),
    step('a#0', 1),
    step('b#0', 5),
    step('b#0/t0.1/flow/c#0', 9),
    step('b#00', 4),
  ])
  expect(rows).toEqual(['a#0 1', 'b#00 1', 'b#0 1', '  b#0/m0 1', '  b#0/t0.1 1', '    b#0/t0.1/flow/c#0 1'])
})

test('records of one millisecond stand as the run tells', () => {
  const nodes = [executed('start', ''), executed('answer', '')]
  expect(outline([step('answer#0', 1), step('start#0', 1)], nodes)).toEqual(['start#0 1', 'answer#0 1'])
})

test('an attempt that was made again stands before its successor, sub-steps under the last', () => {
  const rows = outline([
    step('a#0', 1, { status: 'failed' }),
    step('a#0', 4, { attempt: 2 }),
    step('a#0/m0', 5),
  ])
  expect(rows).toEqual(['a#0 1', 'a#0 2', '  a#0/m0 1'])
})

test('each generation of a node gets its own input, in order', () => {
  const rows = arrangeSteps(
    [step('a#1', 9), step('a#0', 1)],
    [executed('a', 'first'), executed('a', 'second')],
  )
  expect(rows.map(({ label, input }) => [label, input])).toEqual([
    ['Label of a', 'first'],
    ['Label of a', 'second'],
  ])
})

test('execution data that cannot be read gives no nodes', () => {
  expect(readExecutedNodes(undefined)).toEqual([])
  expect(readExecutedNodes('{oops')).toEqual([])
  expect(readExecutedNodes('{"nodeId":"a"}')).toEqual([])
  expect(readExecutedNodes(JSON.stringify([executed('a', 'x'), null, { nodeId: 'b' }]))).toHaveLength(1)
})
