import type { FlowDiff } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { renameNode } from '../edits/change-node.ts'
import { diffDocuments } from '../edits/flow-diff.ts'
import { makeDocument, makeNode } from '../testing.ts'
import { applyReceivedDiff } from './check-document.ts'

const document = makeDocument([makeNode('llmAgentflow_0', { values: { a: 1 } }), makeNode('llmAgentflow_1')])
const none = diffDocuments(document, document)
const changing = (...changes: FlowDiff['nodes']['changed'][number]['changes']): FlowDiff => ({
  ...none,
  nodes: { ...none.nodes, changed: [{ id: 'llmAgentflow_0', changes }] },
})
const adding = (...added: FlowDiff['nodes']['added']): FlowDiff => ({
  ...none,
  nodes: { ...none.nodes, added },
})

function deep(levels: number): FlowDiff['nodes']['added'][number] {
  let value = {}
  for (let level = 0; level < levels; level += 1) value = { value }
  return makeNode('llmAgentflow_9', { values: value })
}

describe('a change that came in', () => {
  test('is made when it fits and leads to a sound document', () => {
    const diff = renameNode(document, { nodeId: 'llmAgentflow_0', label: 'New' })
    expect(applyReceivedDiff(document, diff).nodes.map(({ label }) => label)).toEqual([
      'New',
      'llmAgentflow_1',
    ])
    expect(applyReceivedDiff(document, none)).toEqual(document)
  })

  test.each<[string, FlowDiff]>([
    ['of a value that is another', changing({ path: ['values', 'a'], from: 2, to: 3 })],
    ['of a value that is not there', changing({ path: ['values', 'b'], from: 1 })],
    ['of a place below nothing', changing({ path: ['values', 'b', 'c'], to: 1 })],
    ['that adds what is there', adding(makeNode('llmAgentflow_1'))],
  ])('%s does not fit', (_what, diff) => {
    expect(() => applyReceivedDiff(document, diff)).toThrow(expect.objectContaining({ code: 'conflict' }))
  })

  test.each<[string, FlowDiff]>([
    ['an id', changing({ path: ['id'], from: 'llmAgentflow_0', to: 'other' })],
    ['half a position', changing({ path: ['position', 'x'], from: 0, to: 'left' })],
    ['no values', changing({ path: ['values'], from: { a: 1 } })],
    ['an unknown key', changing({ path: ['colour'], to: 'red' })],
    ['one id twice', adding(makeNode('llmAgentflow_9'), makeNode('llmAgentflow_9'))],
    ['a node in itself', changing({ path: ['parent'], to: 'llmAgentflow_0' })],
    ['values that nest too deep', adding(deep(80))],
  ])('with %s leads to no document', (_what, diff) => {
    expect(() => applyReceivedDiff(document, diff)).toThrow(expect.objectContaining({ code: 'invalid_flow' }))
  })
})
