import { type FlowDocument, ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../document/rows.ts'
import { settleRanks } from '../document/settle-ranks.ts'
import { findTestDefinition, makeControlEdge, makeDocument, makeNode } from '../testing.ts'
import { applyDiff, squashDiffs } from './apply-diff.ts'
import { moveNodes, renameNode } from './change-node.ts'
import { deleteNodes } from './delete-nodes.ts'
import { findConflicts } from './find-conflicts.ts'
import { diffDocuments } from './flow-diff.ts'
import { createHistory, findUndo, rebaseHistory, recordChange } from './history.ts'
import { rebaseDiff } from './rebase-diff.ts'
import { removeEdges } from './remove-edges.ts'
import { updateValues } from './update-values.ts'
import { yieldNodeIds } from './yield-node-ids.ts'

const find = findTestDefinition
const rows = ['r0', 'r1', 'r2'].map((id) => ({ [ROW_ID]: id, value1: id }))
const document = makeDocument(
  [
    makeNode('llmAgentflow_0', {
      values: { llmModel: 'a', llmModelConfig: { temperature: 1, maxTokens: 2 } },
    }),
    makeNode('conditionAgentflow_0', { values: { conditions: rows } }),
    makeNode('directReplyAgentflow_0'),
  ],
  [makeControlEdge('llmAgentflow_0', 'conditionAgentflow_0')],
)
const set = (path: string, value: string | number, nodeId = 'llmAgentflow_0') =>
  updateValues(document, find, { nodeId, changes: [{ kind: 'set', path, value }] })
const orderOf = (after: FlowDocument) =>
  rowsOf(after.nodes.find(({ id }) => id === 'conditionAgentflow_0')?.values.conditions).map(({ id }) => id)

describe('a change', () => {
  test('names only the places that change', () => {
    expect(set('llmModelConfig.temperature', 3)).toEqual({
      nodes: {
        added: [],
        removed: [],
        changed: [
          {
            id: 'llmAgentflow_0',
            changes: [{ path: ['values', 'llmModelConfig', 'temperature'], from: 1, to: 3 }],
          },
        ],
      },
      edges: { added: [], removed: [], changed: [] },
    })
    expect(set('conditions[r1].value1', 'x', 'conditionAgentflow_0').nodes.changed[0]?.changes).toEqual([
      { path: ['values', 'conditions', { row: 'r1' }, 'value1'], from: 'r1', to: 'x' },
    ])
  })

  test('that takes the first node away names no other', () => {
    const diff = deleteNodes(document, find, ['llmAgentflow_0'])
    expect(diff.nodes.removed.map(({ id }) => id)).toEqual(['llmAgentflow_0'])
    expect(diff.nodes.changed).toEqual([])
  })

  test('that moves one node in the order gives no other another rank', () => {
    const [first, ...others] = document.nodes
    const diff = diffDocuments(document, { ...document, nodes: first ? [...others, first] : others })
    expect(diff.nodes.changed.map(({ id }) => id)).toEqual(['llmAgentflow_0'])
  })

  test('of ranks that leave no room between two numbers all in order anew', () => {
    const tight = {
      ...document,
      nodes: document.nodes.map((node, index) => ({
        ...node,
        rank: index === 0 ? 1 : 1 + Number.EPSILON * index,
      })),
    }
    const [first, second, third] = tight.nodes
    const added = makeNode('llmAgentflow_9')
    const next = { ...tight, nodes: [first, added, second, third].flatMap((node) => node ?? []) }
    const after = applyDiff(tight, diffDocuments(tight, next))
    expect(after.nodes.map(({ id }) => id)).toEqual(next.nodes.map(({ id }) => id))
  })
})

describe('two people', () => {
  test('may change different params of one node', () => {
    expect(findConflicts(set('llmModelConfig.temperature', 3), set('llmModelConfig.maxTokens', 3))).toEqual(
      [],
    )
  })

  test('cannot give one param two values, and are told where', () => {
    expect(findConflicts(set('llmModelConfig.temperature', 3), set('llmModelConfig.temperature', 4))).toEqual(
      [{ kind: 'node', id: 'llmAgentflow_0', path: ['values', 'llmModelConfig', 'temperature'] }],
    )
    expect(findConflicts(set('llmModelConfig.temperature', 3), set('llmModelConfig.temperature', 3))).toEqual(
      [],
    )
  })

  test('cannot choose another model and set something of the old one', () => {
    expect(findConflicts(set('llmModel', 'b'), set('llmModelConfig.temperature', 4))).not.toEqual([])
  })

  test('may take out a row and add another', () => {
    const nodeId = 'conditionAgentflow_0'
    const mine = updateValues(document, find, {
      nodeId,
      changes: [{ kind: 'remove-row', path: 'conditions[r1]' }],
    })
    const theirs = updateValues(document, find, {
      nodeId,
      changes: [{ kind: 'add-row', path: 'conditions', row: { value1: 'new' }, index: 1 }],
    })
    expect(findConflicts(mine, theirs)).toEqual([])
    expect(orderOf(applyDiff(applyDiff(document, mine), theirs))).toEqual(['r0', 'r3', 'r2'])
    expect(orderOf(applyDiff(applyDiff(document, theirs), mine))).toEqual(['r0', 'r3', 'r2'])
  })

  test('cannot delete a node and lead an edge to it, or to a branch of it', () => {
    const mine = deleteNodes(document, find, ['conditionAgentflow_0'])
    const edge = makeControlEdge('conditionAgentflow_0:r1', 'directReplyAgentflow_0')
    const theirs = diffDocuments(document, { ...document, edges: [...document.edges, edge] })
    expect(findConflicts(mine, theirs)).toEqual([{ kind: 'edge', id: edge.id }])
    expect(findConflicts(theirs, mine)).toEqual([{ kind: 'edge', id: edge.id }])
    const row = updateValues(document, find, {
      nodeId: 'conditionAgentflow_0',
      changes: [{ kind: 'remove-row', path: 'conditions[r1]' }],
    })
    expect(findConflicts(theirs, row)).toEqual([{ kind: 'edge', id: edge.id }])
  })

  test('may both delete the same edge, and both add a node', () => {
    const gone = removeEdges(
      document,
      document.edges.map(({ id }) => id),
    )
    expect(findConflicts(gone, gone)).toEqual([])
    const add = (id: string) =>
      diffDocuments(document, { ...document, nodes: [...document.nodes, makeNode(id)] })
    expect(findConflicts(add('x_0'), add('y_0'))).toEqual([])
  })
})

test('of two nodes that were added under one id, mine yields, and its edges and references follow', () => {
  const add = (label: string, extra: Partial<FlowDocument> = {}) => {
    const nodes = [
      ...document.nodes,
      makeNode('llmAgentflow_1', { label }),
      makeNode('directReplyAgentflow_1', { label, values: { message: 'Say {{llmAgentflow_1.output}}' } }),
    ]
    return { ...document, nodes, ...extra }
  }
  const edge = makeControlEdge('llmAgentflow_1', 'directReplyAgentflow_0')
  const mine = add('mine', { edges: [...document.edges, edge] })
  const theirs = diffDocuments(document, add('theirs', { edges: [...document.edges, edge] }))
  const yielded = yieldNodeIds(settleRanks(mine, document), {
    mine: diffDocuments(document, mine),
    theirs,
    find,
  })
  expect([...yielded.names]).toEqual([
    ['llmAgentflow_1', 'llmAgentflow_2'],
    ['directReplyAgentflow_1', 'directReplyAgentflow_2'],
  ])
  const rebased = rebaseDiff(diffDocuments(document, yielded.document), theirs)
  expect(rebased.conflicts).toEqual([])
  const after = applyDiff(applyDiff(document, theirs), rebased.diff)
  const labels = Object.fromEntries(after.nodes.map(({ id, label }) => [id, label]))
  expect(labels).toMatchObject({
    llmAgentflow_1: 'theirs',
    llmAgentflow_2: 'mine',
    directReplyAgentflow_2: 'mine',
  })
  expect(after.nodes.find(({ id }) => id === 'directReplyAgentflow_2')?.values.message).toBe(
    'Say {{llmAgentflow_2.output}}',
  )
  expect(after.edges.slice(1).map(({ source, target }) => [source, target])).toEqual([
    ['llmAgentflow_1', 'directReplyAgentflow_0'],
    ['llmAgentflow_2', 'directReplyAgentflow_0'],
  ])
  expect(new Set(after.edges.map(({ id }) => id)).size).toBe(3)
  const alone = yieldNodeIds(document, { mine: diffDocuments(document, document), theirs, find })
  expect(alone.document).toBe(document)
})

test('after others changed the flow only those steps are undone that do not touch theirs', () => {
  const moved = moveNodes(document, { llmAgentflow_0: { x: 5, y: 5 } })
  const renamed = renameNode(document, { nodeId: 'llmAgentflow_0', label: 'mine' })
  let history = recordChange(createHistory(), { document, diff: renamed })
  history = recordChange(history, { document: applyDiff(document, renamed), diff: moved })
  const theirs = renameNode(document, { nodeId: 'llmAgentflow_0', label: 'theirs' })
  const rebased = rebaseHistory(history, theirs)
  const undo = findUndo(rebased)
  expect(undo?.diff.nodes.changed[0]?.changes[0]?.path).toEqual(['position'])
  expect(undo && findUndo(undo.history)).toBeUndefined()
  expect(squashDiffs(document, [renamed, moved]).nodes.changed[0]?.changes).toHaveLength(2)
})
