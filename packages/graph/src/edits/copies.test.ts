import { type FlowDiff, type FlowDocument, ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { findTestDefinition, makeControlEdge, makeDocument, makeNode } from '../testing.ts'
import { applyDiff } from './apply-diff.ts'
import { duplicateNodes } from './duplicate-nodes.ts'
import { pasteFragment } from './paste-fragment.ts'

const find = findTestDefinition

function applied(document: FlowDocument, diff: FlowDiff): FlowDocument {
  return applyDiff(document, diff)
}

describe('duplicating', () => {
  const original = makeNode('llmAgentflow_0', {
    label: 'Ask',
    position: { x: 100, y: 7 },
    size: { width: 300, height: 80 },
    values: {
      llmModel: 'chatOpenAI',
      llmUserMessage: '{{startAgentflow_0}}',
      llmMessages: [{ [ROW_ID]: 'r0', content: 'Say {{question}} with {{llmAgentflow_1}}' }],
      list: ['{{llmAgentflow_1}}', 'kept'],
    },
    credentials: { llmModelConfig: 'c' },
  })
  const document = makeDocument([makeNode('startAgentflow_0'), original, makeNode('llmAgentflow_1')])

  test('gives a new id, a label with a number, a place 50 beside it, and drops references to others [S4-DUP-01..04]', () => {
    const copy = duplicateNodes(document, find, ['llmAgentflow_0']).nodes.added[0]
    expect(copy).toMatchObject({
      id: 'llmAgentflow_2',
      label: 'Ask (1)',
      position: { x: 450, y: 7 },
      credentials: { llmModelConfig: 'c' },
      values: {
        llmModel: 'chatOpenAI',
        llmUserMessage: '',
        llmMessages: [{ [ROW_ID]: 'r0', content: 'Say {{question}} with ' }],
        list: ['kept'],
      },
    })
  })

  test('counts labels on', () => {
    const once = applied(document, duplicateNodes(document, find, ['llmAgentflow_0']))
    const twice = applied(once, duplicateNodes(once, find, ['llmAgentflow_2']))
    expect(twice.nodes.at(-1)?.label).toBe('Ask (2)')
  })

  test('several keeps the edges and references among them', () => {
    const chosen = makeDocument(document.nodes, [
      makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'),
      makeControlEdge('startAgentflow_0', 'llmAgentflow_0'),
    ])
    const diff = duplicateNodes(chosen, find, ['llmAgentflow_0', 'llmAgentflow_1'])
    expect(diff.nodes.added.map((item) => item.id)).toEqual(['llmAgentflow_2', 'llmAgentflow_3'])
    expect(diff.edges.added.map((item) => [item.source, item.target])).toEqual([
      ['llmAgentflow_2', 'llmAgentflow_3'],
    ])
    expect(diff.nodes.added[0]?.values.list).toEqual(['{{llmAgentflow_3}}', 'kept'])
  })

  test('writes the handles of its edges anew, and keeps what else came with them', () => {
    const kept = {
      sourceHandle: 'llmAgentflow_0-output-old',
      targetHandle: 'llmAgentflow_1-old',
      note: 'mine',
    }
    const edge = { ...makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'), extra: kept }
    const chosen = makeDocument(document.nodes, [edge])
    const diff = duplicateNodes(chosen, find, ['llmAgentflow_0', 'llmAgentflow_1'])
    expect(diff.edges.added[0]?.extra).toEqual({ note: 'mine' })
  })

  test('renames mentions of copied nodes in rich text', () => {
    const mention = (id: string) =>
      `<p><span class="variable" data-type="mention" data-id="${id}">x</span></p>`
    const rich = makeNode('llmAgentflow_1', {
      values: { llmUserMessage: mention('llmAgentflow_0.output.a') },
    })
    const diff = duplicateNodes(makeDocument([original, rich]), find, ['llmAgentflow_0', 'llmAgentflow_1'])
    expect(diff.nodes.added[1]?.values.llmUserMessage).toBe(mention('llmAgentflow_2.output.a'))
  })

  test('of a container copies its inside', () => {
    const box = makeDocument([
      makeNode('iterationAgentflow_0'),
      makeNode('llmAgentflow_0', { parent: 'iterationAgentflow_0', position: { x: 5, y: 6 } }),
    ])
    const added = duplicateNodes(box, find, ['iterationAgentflow_0']).nodes.added
    expect(added).toMatchObject([
      { id: 'iterationAgentflow_1' },
      { id: 'llmAgentflow_1', parent: 'iterationAgentflow_1', position: { x: 5, y: 6 } },
    ])
  })

  test('leaves a start out', () => {
    expect(duplicateNodes(document, find, ['startAgentflow_0']).nodes.added).toEqual([])
  })
})

test('pasting keeps what lies outside as text and never adds a second start', () => {
  const fragment = makeDocument(
    [
      makeNode('startAgentflow_0'),
      makeNode('llmAgentflow_0', { values: { llmUserMessage: '{{other_0}} {{llmAgentflow_0}}' } }),
    ],
    [makeControlEdge('startAgentflow_0', 'llmAgentflow_0')],
  )
  const document = makeDocument([makeNode('startAgentflow_0'), makeNode('llmAgentflow_0')])
  const diff = pasteFragment(document, find, { fragment, offset: { x: 10, y: 20 } })
  expect(diff.nodes.added).toMatchObject([
    {
      id: 'llmAgentflow_1',
      position: { x: 10, y: 20 },
      values: { llmUserMessage: '{{other_0}} {{llmAgentflow_1}}' },
    },
  ])
  expect(diff.edges.added).toEqual([])
})
