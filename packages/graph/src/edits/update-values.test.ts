import { type FlowDiff, type FlowDocument, type FlowNode, ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { findTestDefinition, makeControlEdge, makeDocument, makeNode } from '../testing.ts'
import { applyDiff } from './apply-diff.ts'
import { updateValues } from './update-values.ts'

const find = findTestDefinition

function node(document: FlowDocument, id: string): FlowNode {
  const found = document.nodes.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`no node ${id}`)
  return found
}

function applied(document: FlowDocument, diff: FlowDiff): FlowDocument {
  return applyDiff(document, diff)
}

describe('values', () => {
  const rows = [
    { [ROW_ID]: 'r0', value1: 'a' },
    { [ROW_ID]: 'r1', value1: 'b' },
  ]
  const document = makeDocument(
    [
      makeNode('conditionAgentflow_0', { values: { conditions: rows } }),
      makeNode('llmAgentflow_0'),
      makeNode('llmAgentflow_1'),
      makeNode('llmAgentflow_2'),
    ],
    [
      makeControlEdge('conditionAgentflow_0:r0', 'llmAgentflow_0'),
      makeControlEdge('conditionAgentflow_0:r1', 'llmAgentflow_1'),
      makeControlEdge('conditionAgentflow_0:else', 'llmAgentflow_2'),
    ],
  )
  const nodeId = 'conditionAgentflow_0'

  test('a branch that vanishes takes its edges, the others stay [S4-COND-03 S4-COND-04]', () => {
    const next = applied(
      document,
      updateValues(document, find, { nodeId, changes: [{ kind: 'remove-row', path: 'conditions[r0]' }] }),
    )
    expect(next.edges.map((edge) => edge.sourceAnchor)).toEqual(['r1', 'else'])
  })

  test('a branch that moves or changes keeps its edge [S4-COND-04]', () => {
    const next = applied(
      document,
      updateValues(document, find, {
        nodeId,
        changes: [
          { kind: 'move-row', path: 'conditions[r1]', index: 0 },
          { kind: 'set', path: 'conditions[r0].value1', value: 'other' },
        ],
      }),
    )
    expect(next.edges).toEqual(document.edges)
    expect(node(next, nodeId).values.conditions).toEqual([rows[1], { [ROW_ID]: 'r0', value1: 'other' }])
  })

  test('a new row gets an id that no other row has', () => {
    const next = applied(
      document,
      updateValues(document, find, {
        nodeId,
        changes: [{ kind: 'add-row', path: 'conditions', index: 1, row: { value1: 'c' } }],
      }),
    )
    expect(node(next, nodeId).values.conditions).toEqual([rows[0], { value1: 'c', [ROW_ID]: 'r2' }, rows[1]])
  })

  test('another component takes the settings and the credential of the old one away', () => {
    const llm = makeDocument([
      makeNode('llmAgentflow_0', {
        values: { llmModel: 'chatOpenAI', llmModelConfig: { temperature: 1 } },
        credentials: { llmModelConfig: 'c' },
      }),
    ])
    const same = updateValues(llm, find, {
      nodeId: 'llmAgentflow_0',
      changes: [{ kind: 'set', path: 'llmModel', value: 'chatOpenAI' }],
    })
    expect(same.nodes.changed).toEqual([])
    const next = applied(
      llm,
      updateValues(llm, find, {
        nodeId: 'llmAgentflow_0',
        changes: [{ kind: 'set', path: 'llmModel', value: 'other' }],
      }),
    )
    expect(node(next, 'llmAgentflow_0').values).toEqual({ llmModel: 'other' })
    expect(node(next, 'llmAgentflow_0').credentials).toBeUndefined()
  })

  test('a row takes its credential with it, also where nothing else of its component is set', () => {
    const rows = [
      { [ROW_ID]: 'r0', agentSelectedTool: 'requestsGet' },
      { [ROW_ID]: 'r1', agentSelectedTool: 'requestsGet' },
    ]
    const bare = makeDocument([
      makeNode('agentAgentflow_0', {
        values: { agentTools: rows },
        credentials: {
          'agentTools[r0].agentSelectedToolConfig': 'a',
          'agentTools[r1].agentSelectedToolConfig': 'b',
        },
      }),
    ])
    const change = { kind: 'remove-row' as const, path: 'agentTools[r0]' }
    const next = applied(bare, updateValues(bare, find, { nodeId: 'agentAgentflow_0', changes: [change] }))
    expect(node(next, 'agentAgentflow_0').credentials).toEqual({
      'agentTools[r1].agentSelectedToolConfig': 'b',
    })
  })

  test('a row takes the credentials inside it with it', () => {
    const agent = makeDocument([
      makeNode('agentAgentflow_0', {
        values: {
          agentTools: [
            { [ROW_ID]: 'r0', agentSelectedTool: 'requestsGet', agentSelectedToolConfig: {} },
            { [ROW_ID]: 'r1' },
          ],
        },
        credentials: {
          'agentTools[r0].agentSelectedToolConfig': 'a',
          'agentTools[r1].agentSelectedToolConfig': 'b',
        },
      }),
    ])
    const next = applied(
      agent,
      updateValues(agent, find, {
        nodeId: 'agentAgentflow_0',
        changes: [{ kind: 'remove-row', path: 'agentTools[r0]' }],
      }),
    )
    expect(node(next, 'agentAgentflow_0').credentials).toEqual({
      'agentTools[r1].agentSelectedToolConfig': 'b',
    })
  })

  test('an edit of a node that is not there names it', () => {
    expect(() => updateValues(document, find, { nodeId: 'gone', changes: [] })).toThrow('gone')
  })
})
