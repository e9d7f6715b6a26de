import type { FlowNode, NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { branchHints } from './branch-hints.ts'

const definition: NodeDefinition = {
  name: 'conditionAgentflow',
  label: 'Condition',
  version: 1,
  type: 'Condition',
  icon: 'x',
  category: 'Agent Flows',
  canvas: 'agent',
  description: '',
  baseClasses: ['Condition'],
  kind: 'step',
  effects: 'none',
  branches: { param: 'conditions', elseLabel: 'Else' },
  inputs: [
    {
      name: 'conditions',
      readAs: 'comparisons',
      label: 'Conditions',
      type: 'array',
      array: [
        { name: 'type', label: 'Type', type: 'options' },
        { name: 'value1', label: 'Value 1', type: 'string' },
        {
          name: 'operation',
          label: 'Operation',
          type: 'options',
          options: [
            { name: 'contains', label: 'Contains' },
            { name: 'isEmpty', label: 'Is Empty' },
          ],
        },
        {
          name: 'value2',
          label: 'Value 2',
          type: 'string',
          hide: { 'conditions[$index].operation': ['isEmpty'] },
        },
      ],
    },
  ],
}
const nodeWith = (...conditions: object[]): FlowNode => ({
  id: 'conditionAgentflow_0',
  type: 'conditionAgentflow',
  typeVersion: 1,
  label: 'Condition',
  position: { x: 0, y: 0 },
  values: { conditions: conditions.map((row, index) => ({ $row: `r${index}`, type: 'string', ...row })) },
})

test('each branch says when it is taken; what a row hides is not said', () => {
  const node = nodeWith(
    { value1: '<p>{{question}}</p>', operation: 'contains', value2: 'a  tulip' },
    { value1: '{{$flow.state.x}}', operation: 'isEmpty', value2: 'left over' },
    {},
  )
  expect(branchHints(node, definition)).toEqual([
    '{{question}} contains a tulip',
    '{{$flow.state.x}} is empty',
    '',
  ])
})

test('nodes without branches have nothing to say', () => {
  const { branches: _none, ...plain } = definition
  expect(branchHints(nodeWith({ value1: 'x' }), plain)).toEqual([])
})
