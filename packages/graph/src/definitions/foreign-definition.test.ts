import { expect, test } from 'vitest'
import { findEdgeRole } from './edge-role.ts'
import { readForeignDefinition } from './foreign-definition.ts'

const outputs = {
  outputAnchors: [
    {
      name: 'output',
      type: 'options',
      options: [
        { name: 'output', label: 'Output', type: 'string | number' },
        { name: 'EndingNode', label: 'Ending Node', type: 'CustomFunction' },
      ],
    },
  ],
}

test.each([
  ['Chains', { kind: 'step', canvas: 'chat', answers: true }],
  ['Multi Agents', { kind: 'step', canvas: 'chat', answers: true }],
  ['Sequential Agents', { kind: 'step', canvas: 'sequential', answers: true }],
  ['Agent Flows', { kind: 'step', canvas: 'agent', answers: undefined }],
  ['Chat Models', { kind: 'component', canvas: 'chat', answers: undefined, color: '#64B5F6' }],
  ['Unheard of', { kind: 'component', canvas: 'chat', answers: undefined, color: undefined }],
])('a foreign type of category %s has its place by the table', (category, place) => {
  const { kind, canvas, answers, color } = readForeignDefinition('custom', { category })
  expect({ kind, canvas, answers, color }).toMatchObject(place)
})

test('a foreign type ends a flow with the output of that name, and does not stream then', () => {
  const { answers, outputs: read } = readForeignDefinition('customFunction', {
    category: 'Utilities',
    ...outputs,
  })
  expect(answers).toBeUndefined()
  expect(read).toEqual([
    { name: 'output', label: 'Output', baseClasses: ['string', 'number'] },
    {
      name: 'EndingNode',
      label: 'Ending Node',
      baseClasses: ['CustomFunction'],
      answers: true,
      streams: false,
    },
  ])
})

test('control edges of the older agents end at their anchor, others at the same name do not', () => {
  const anchor = { name: 'sequentialNode', label: 'Sequential Node', type: 'Start | Agent', list: true }
  const model = { name: 'model', label: 'Model', type: 'BaseChatModel' }
  const roleAt = (category: string, name: string) =>
    findEdgeRole(readForeignDefinition('seqX', { category, inputAnchors: [anchor, model] }), name)
  expect(roleAt('Sequential Agents', 'sequentialNode')).toBe('sequence')
  expect(roleAt('Sequential Agents', 'model')).toBe('component')
  expect(roleAt('Tools', 'sequentialNode')).toBe('component')
})

test('foreign notes are notes, and the name of a model is what identifies a foreign node', () => {
  expect(readForeignDefinition('stickyNoteOfTomorrow', {}).kind).toBe('note')
  const inputParams = [
    { name: 'modelName', label: 'Model', type: 'string' },
    { name: 'temperature', label: 'T', type: 'number' },
  ]
  const { inputs } = readForeignDefinition('chatX', { inputParams })
  expect(inputs.map(({ identifies }) => identifies)).toEqual([true, undefined])
})
