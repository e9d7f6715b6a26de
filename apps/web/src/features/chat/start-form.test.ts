import { type FlowDocument, ROW_ID } from '@runnel/contract'
import { findTestDefinition } from '@runnel/graph/testing'
import { expect, test } from 'vitest'
import { findStartForm } from './start-form.ts'

const flow = (values: FlowDocument['nodes'][number]['values']): FlowDocument => ({
  nodes: [{ id: 's', type: 'startAgentflow', label: 'Start', position: { x: 0, y: 0 }, values }],
  edges: [],
})

test('reads the form of a flow that starts with one', () => {
  const form = findStartForm(
    flow({
      startInputType: 'formInput',
      formTitle: 'Trip',
      formInputTypes: [
        { [ROW_ID]: 'r0', type: 'number', label: 'Days', name: 'days' },
        { [ROW_ID]: 'r1', type: 'options', name: 'way', addOptions: [{ [ROW_ID]: 'r0', option: 'Train' }] },
        { [ROW_ID]: 'r2', name: 'note' },
      ],
    }),
    findTestDefinition,
  )
  expect(form).toEqual({
    title: 'Trip',
    description: '',
    fields: [
      { name: 'days', label: 'Days', type: 'number', options: [] },
      { name: 'way', label: 'way', type: 'options', options: ['Train'] },
      { name: 'note', label: 'note', type: 'string', options: [] },
    ],
  })
})

test('a flow that starts with a question has none', () => {
  expect(findStartForm(flow({ startInputType: 'chatInput' }), findTestDefinition)).toBeUndefined()
  expect(findStartForm({ nodes: [], edges: [] }, findTestDefinition)).toBeUndefined()
})
