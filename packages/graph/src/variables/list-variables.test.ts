import { type FindDefinition, ROW_ID } from '@runnel/contract'
import { expect, test } from 'vitest'
import { findTestDefinition, makeAnchorEdge, makeControlEdge, makeDocument, makeNode } from '../testing.ts'
import { findReferences } from './find-references.ts'
import { listVariables } from './list-variables.ts'

const document = makeDocument(
  [
    makeNode('startAgentflow_0', {
      values: {
        startInputType: 'formInput',
        formInputTypes: [{ [ROW_ID]: 'r0', name: 'city' }],
        startState: [{ [ROW_ID]: 'r0', key: 'topic' }],
      },
    }),
    makeNode('llmAgentflow_0', {
      label: 'Ask',
      values: { llmStructuredOutput: [{ [ROW_ID]: 'r0', key: 'answer' }] },
    }),
    makeNode('iterationAgentflow_0'),
    makeNode('llmAgentflow_1', { parent: 'iterationAgentflow_0' }),
    makeNode('llmAgentflow_2'),
  ],
  [
    makeControlEdge('startAgentflow_0', 'llmAgentflow_0'),
    makeControlEdge('llmAgentflow_0', 'iterationAgentflow_0'),
    makeControlEdge('iterationAgentflow_0', 'llmAgentflow_2'),
  ],
)

function references(nodeId: string, options: { variableNames?: string[]; ownOutput?: boolean } = {}) {
  return listVariables(document, findTestDefinition, { nodeId, ...options }).map(({ reference }) => reference)
}

test('a step is offered the run, the form, the state and the steps before it [S9-SEQ-06]', () => {
  const offered = references('llmAgentflow_1', { variableNames: ['key'] })
  expect(offered).toEqual(
    expect.arrayContaining([
      'question',
      'chat_history',
      '$form.city',
      '$flow.state.topic',
      '$iteration',
      'llmAgentflow_0',
      'llmAgentflow_0.output.answer',
      '$vars.key',
    ]),
  )
  expect(offered).not.toContain('llmAgentflow_2')
  expect(offered).not.toContain('iterationAgentflow_0')
  expect(offered).not.toContain('startAgentflow_0')
})

test('what the definition of a step says that it gives is offered with its type', () => {
  const gives = [{ path: 'http.status', label: 'Status', type: 'number' as const }]
  const find: FindDefinition = (type) => {
    const definition = findTestDefinition(type)
    return definition && type === 'llmAgentflow' ? { ...definition, gives } : definition
  }
  const offered = listVariables(document, find, { nodeId: 'llmAgentflow_2' })
  expect(offered).toContainEqual({
    reference: 'llmAgentflow_0.output.http.status',
    label: 'Ask: Status',
    group: 'output',
    type: 'number',
  })
})

test('keys of an answer in fields, and fields of a form, are offered with the type that their row says', () => {
  const typed = { name: 'type', label: 'Type', type: 'options' }
  const options = [{ name: 'many', label: 'Many', gives: 'array' as const }]
  const find: FindDefinition = (type) => {
    const definition = findTestDefinition(type)
    const inputs = definition?.inputs.map((input) =>
      input.array ? { ...input, array: [...input.array, { ...typed, options }] } : input,
    )
    return definition && inputs && { ...definition, inputs }
  }
  const rows = makeDocument(
    [
      makeNode('startAgentflow_0', {
        values: {
          startInputType: 'formInput',
          formInputTypes: [{ [ROW_ID]: 'r0', name: 'cities', type: 'many' }],
        },
      }),
      makeNode('llmAgentflow_0', {
        label: 'Ask',
        values: {
          llmStructuredOutput: [
            { [ROW_ID]: 'r0', key: 'teas', type: 'many' },
            { [ROW_ID]: 'r1', key: 'mood', type: 'unheard of' },
          ],
        },
      }),
      makeNode('llmAgentflow_1'),
    ],
    [
      makeControlEdge('startAgentflow_0', 'llmAgentflow_0'),
      makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'),
    ],
  )
  const types = new Map(
    listVariables(rows, find, { nodeId: 'llmAgentflow_1' }).map(({ reference, type }) => [reference, type]),
  )
  expect(types.get('$form.cities')).toBe('array')
  expect(types.get('llmAgentflow_0.output.teas')).toBe('array')
  expect(types.get('llmAgentflow_0.output.mood')).toBeUndefined()
})

test('outside an iteration there is no item, and own output only for state updates', () => {
  expect(references('llmAgentflow_2')).not.toContain('$iteration')
  expect(references('llmAgentflow_2')).toContain('iterationAgentflow_0')
  expect(references('llmAgentflow_2')).not.toContain('output')
  expect(references('llmAgentflow_2', { ownOutput: true })).toContain('output')
  expect(references('gone')).toEqual([])
})

test('a param of a chat flow is offered what is wired to it', () => {
  const chat = makeDocument(
    [makeNode('llmChain_0'), makeNode('llmChain_1'), makeNode('promptTemplate_0')],
    [makeAnchorEdge('llmChain_0:outputPrediction', 'promptTemplate_0:promptValues', 'value')],
  )
  const offered = listVariables(chat, findTestDefinition, { nodeId: 'promptTemplate_0' }).map(
    ({ reference }) => reference,
  )
  expect(offered).toContain('llmChain_0.data.instance')
  expect(offered).not.toContain('llmChain_1.data.instance')
})

test('references are found in texts, lists, objects and mentions, each once', () => {
  const value = [
    '{{a_0}} {{ b_0.output.x }} {{question}} {{$vars.x}} {{a_0}}',
    {
      deep: '{{c\\_0.data.instance}} <span data-type="mention" data-id="d_0.output.y">x</span> {{not a thing.}}',
    },
  ]
  expect(findReferences(value)).toEqual(['a_0', 'b_0', 'c_0', 'd_0'])
})
