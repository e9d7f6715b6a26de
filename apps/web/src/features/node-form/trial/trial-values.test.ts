import type { FlowDocument, FlowNode } from '@runnel/contract'
import { findTestDefinition } from '@runnel/graph/testing'
import { expect, test } from 'vitest'
import { listTrialValues, nameInCode, trialVariables } from './trial-values.ts'

const node = (type: string, values: FlowNode['values']): FlowNode => ({
  id: `${type}_0`,
  type,
  typeVersion: 1,
  label: type,
  position: { x: 0, y: 0 },
  values,
})
const start = node('startAgentflow', {
  startState: [
    { $row: 'r0', key: 'topic', value: 'weather' },
    { $row: 'r1', key: '', value: 'nameless' },
  ],
})
const withVariables = (...rows: [name: string, value: string][]) =>
  node('customFunctionAgentflow', {
    customFunctionInputVariables: rows.map(([variableName, variableValue], index) => ({
      $row: `r${index}`,
      variableName,
      variableValue,
    })),
  })
const listOf = (custom: FlowNode) =>
  listTrialValues(custom, { nodes: [start, custom], edges: [] } satisfies FlowDocument, findTestDefinition)

test('the text that starts the flow, the input variables and the state can be given', () => {
  expect(listOf(withVariables(['$city', 'Oslo'], [' ', 'x'])).map(nameInCode)).toEqual([
    '$input',
    '$city',
    '$flow.state.topic',
  ])
})

test('what a variable holds stands there at first, but for references, which only a run can fill', () => {
  const [, city, asked] = listOf(withVariables(['city', 'Oslo'], ['asked', 'Q: {{question}}']))
  expect(city).toMatchObject({ preset: 'Oslo' })
  expect(asked).toMatchObject({ preset: '', standsFor: 'Q: {{question}}' })
})

test('the values go out by the names that the code reads', () => {
  const values = listOf(withVariables(['city', 'Oslo'], ['asked', '{{question}}']))
  expect(trialVariables(values, { $input: 'Hello', $asked: 'Why?' })).toEqual({
    input: 'Hello',
    city: 'Oslo',
    asked: 'Why?',
    flow: { input: 'Hello', state: { topic: 'weather' } },
  })
})

test('of two variables with one name the last one counts, as in a run', () => {
  const values = listOf(withVariables(['city', 'Oslo'], ['city', 'Rome']))
  expect(trialVariables(values, {})).toMatchObject({ city: 'Rome' })
  expect(values.filter(({ name }) => name === 'city')).toHaveLength(1)
})
