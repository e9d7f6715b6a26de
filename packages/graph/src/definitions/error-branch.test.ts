import { ERROR_CHOICES, type NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { applyDiff } from '../edits/apply-diff.ts'
import { updateValues } from '../edits/update-values.ts'
import { anchorsOf } from '../rules/anchors-of.ts'
import { findTestDefinition, makeControlEdge, makeDocument, makeNode } from '../testing.ts'
import { findSourceHandle, readSourceAnchor } from '../wire/handles.ts'

const llm = findTestDefinition('llmAgentflow')
if (!llm) throw new Error('There is no LLM to test with.')
const definition: NodeDefinition = {
  ...llm,
  inputs: [...llm.inputs, { name: 'onError', label: 'On Error', type: 'options', readAs: 'onError' }],
}
const find = (type: string) => (type === 'llmAgentflow' ? definition : findTestDefinition(type))
const branching = makeNode('llmAgentflow_0', { values: { onError: ERROR_CHOICES.branch } })

test('a step whose author asks for it has one more output, for its errors', () => {
  const outputs = (node = branching) => anchorsOf(node, definition).outputs.map(({ anchor }) => anchor)
  expect(outputs()).toEqual(['out', 'error'])
  expect(outputs(makeNode('llmAgentflow_0'))).toEqual(['out'])
})

test('a step with ways to choose from keeps them, and has it as one more', () => {
  const asking = findTestDefinition('humanInputAgentflow')
  if (!asking) throw new Error('There is no question to test with.')
  const end = {
    node: makeNode('humanInputAgentflow_0', { values: { onError: ERROR_CHOICES.branch } }),
    definition: { ...asking, inputs: definition.inputs },
  }
  const anchors = anchorsOf(end.node, end.definition).outputs.map(({ anchor }) => anchor)
  expect(anchors).toEqual(['proceed', 'reject', 'error'])
  const handles = anchors.map((anchor) => findSourceHandle(end, anchor) ?? '')
  expect(handles.map((handle) => readSourceAnchor(end, handle))).toEqual(anchors)
})

test('the edges of that output go with it, the others stay', () => {
  const document = makeDocument(
    [branching, makeNode('llmAgentflow_1'), makeNode('llmAgentflow_2')],
    [
      makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'),
      makeControlEdge('llmAgentflow_0:error', 'llmAgentflow_2'),
    ],
  )
  const diff = updateValues(document, find, {
    nodeId: 'llmAgentflow_0',
    changes: [{ kind: 'set', path: 'onError', value: ERROR_CHOICES.stop }],
  })
  expect(applyDiff(document, diff).edges.map(({ target }) => target)).toEqual(['llmAgentflow_1'])
})

test('its handle leads back to it', () => {
  const end = { node: branching, definition }
  const handle = findSourceHandle(end, 'error')
  expect(handle).toBe('llmAgentflow_0-output-error')
  expect(readSourceAnchor(end, handle ?? '')).toBe('error')
})
