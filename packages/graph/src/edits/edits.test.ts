import { type FlowDiff, type FlowDocument, type FlowNode, ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import {
  AGENT_DEFINITIONS,
  CHAT_DEFINITIONS,
  findTestDefinition,
  makeAnchorEdge,
  makeControlEdge,
  makeDocument,
  makeNode,
} from '../testing.ts'
import { addEdge } from './add-edge.ts'
import { addNode } from './add-node.ts'
import { applyDiff } from './apply-diff.ts'
import { setCredential } from './change-node.ts'
import { deleteNodes } from './delete-nodes.ts'
import { createHistory, findUndo, recordChange } from './history.ts'
import { removeEdges } from './remove-edges.ts'
import { setOutput } from './set-output.ts'
import { setParent } from './set-parent.ts'
import { updateValues } from './update-values.ts'

const find = findTestDefinition

function definition(name: string) {
  const found = [...CHAT_DEFINITIONS, ...AGENT_DEFINITIONS].find((candidate) => candidate.name === name)
  if (!found) throw new Error(`no definition ${name}`)
  return found
}

function node(document: FlowDocument, id: string): FlowNode {
  const found = document.nodes.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`no node ${id}`)
  return found
}

function applied(document: FlowDocument, diff: FlowDiff): FlowDocument {
  return applyDiff(document, diff)
}

describe('a new node', () => {
  test('gets its type name and the first free number [S4-ID-01 S4-ID-02]', () => {
    let document = makeDocument([])
    for (const id of ['llmChain_0', 'llmChain_1', 'llmChain_2']) {
      document = applied(
        document,
        addNode(document, { definition: definition('llmChain'), position: { x: 0, y: 0 } }),
      )
      expect(document.nodes.at(-1)?.id).toBe(id)
    }
    const gap = applied(document, deleteNodes(document, find, ['llmChain_1']))
    expect(
      addNode(gap, { definition: definition('llmChain'), position: { x: 0, y: 0 } }).nodes.added[0]?.id,
    ).toBe('llmChain_1')
  })

  test('begins with the defaults of its type, rows with ids, the first output chosen', () => {
    const condition = addNode(makeDocument([]), {
      definition: definition('conditionAgentflow'),
      position: { x: 1, y: 2 },
    })
    expect(condition.nodes.added[0]).toMatchObject({
      label: 'Condition 0',
      typeVersion: 1,
      position: { x: 1, y: 2 },
      values: { conditions: [{ [ROW_ID]: 'r0', type: 'string', operation: 'equal' }] },
    })
    const chain = addNode(makeDocument([]), { definition: definition('llmChain'), position: { x: 0, y: 0 } })
    expect(chain.nodes.added[0]?.outputs).toEqual({ output: 'llmChain' })
  })

  test('is refused when it is a second start, or a start inside an iteration', () => {
    const start = { definition: definition('startAgentflow'), position: { x: 0, y: 0 } }
    expect(() => addNode(makeDocument([makeNode('startAgentflow_0')]), start)).toThrow('already')
    expect(() =>
      addNode(makeDocument([makeNode('iterationAgentflow_0')]), { ...start, parent: 'iterationAgentflow_0' }),
    ).toThrow('iteration')
  })
})

describe('deleting', () => {
  const document = makeDocument(
    [
      makeNode('calculator_0'),
      makeNode('calculator_1'),
      makeNode('toolAgent_0', {
        values: {
          tools: ['{{calculator_0.data.instance}}', '{{calculator_1.data.instance}}'],
          systemMessage: 'Use {{calculator_0.data.instance}} and {{question}}',
          memory: '{{calculator_0.data.instance}}',
          rich: '<p>See <span class="variable" data-type="mention" data-id="calculator_0">{{ calculator_0 }}</span>!</p>',
        },
      }),
    ],
    [
      makeAnchorEdge('calculator_0', 'toolAgent_0:tools'),
      makeAnchorEdge('calculator_1', 'toolAgent_0:tools'),
    ],
  )

  test('takes edges and every reference with it: single, in lists, in texts [S4-DEL-02 S4-DEL-03]', () => {
    const next = applied(document, deleteNodes(document, find, ['calculator_0']))
    expect(next.edges).toHaveLength(1)
    expect(node(next, 'toolAgent_0').values).toEqual({
      tools: ['{{calculator_1.data.instance}}'],
      systemMessage: 'Use  and {{question}}',
      memory: '',
      rich: '<p>See !</p>',
    })
  })

  test('leaves a jump to a deleted node without its target, and other values of that form alone', () => {
    const values = { loopBackToNode: 'llmAgentflow_0-LLM', fallbackMessage: 'llmAgentflow_0-LLM' }
    const looping = makeDocument([makeNode('llmAgentflow_0'), makeNode('loopAgentflow_0', { values })])
    const next = applied(looping, deleteNodes(looping, find, ['llmAgentflow_0']))
    expect(node(next, 'loopAgentflow_0').values).toEqual({ ...values, loopBackToNode: '' })
  })

  test('takes everything inside a container with it, at any depth [S4-DEL-01]', () => {
    const nested = makeDocument(
      [
        makeNode('iterationAgentflow_0'),
        makeNode('iterationAgentflow_1', { parent: 'iterationAgentflow_0' }),
        makeNode('llmAgentflow_0', { parent: 'iterationAgentflow_1' }),
        makeNode('llmAgentflow_1'),
      ],
      [makeControlEdge('iterationAgentflow_0', 'llmAgentflow_1')],
    )
    const next = applied(nested, deleteNodes(nested, find, ['iterationAgentflow_0']))
    expect(next.nodes.map(({ id }) => id)).toEqual(['llmAgentflow_1'])
    expect(next.edges).toEqual([])
  })

  test('an edge takes the reference in the param that it filled with it', () => {
    const chain = makeDocument(
      [
        makeNode('llmChain_0'),
        makeNode('promptTemplate_0', { values: { promptValues: '{"a":"{{llmChain_0.data.instance}}"}' } }),
      ],
      [makeAnchorEdge('llmChain_0:outputPrediction', 'promptTemplate_0:promptValues', 'value')],
    )
    const next = applied(
      chain,
      removeEdges(
        chain,
        chain.edges.map((edge) => edge.id),
      ),
    )
    expect(node(next, 'promptTemplate_0').values.promptValues).toBe('{"a":""}')
  })
})

test('another output takes the edges of the old one away', () => {
  const document = makeDocument(
    [makeNode('llmChain_0', { outputs: { output: 'outputPrediction' } }), makeNode('promptTemplate_0')],
    [makeAnchorEdge('llmChain_0:outputPrediction', 'promptTemplate_0:promptValues', 'value')],
  )
  const next = applied(document, setOutput(document, { nodeId: 'llmChain_0', output: 'llmChain' }))
  expect(next.edges).toEqual([])
  expect(node(next, 'llmChain_0').outputs).toEqual({ output: 'llmChain' })
})

test('a node that moves into a container stays where it is on the screen and loses its control edges', () => {
  const document = makeDocument(
    [
      makeNode('iterationAgentflow_0', { position: { x: 100, y: 50 } }),
      makeNode('llmAgentflow_0', { position: { x: 120, y: 90 } }),
      makeNode('llmAgentflow_1'),
    ],
    [makeControlEdge('llmAgentflow_1', 'llmAgentflow_0')],
  )
  const inside = applied(
    document,
    setParent(document, { nodeId: 'llmAgentflow_0', parent: 'iterationAgentflow_0' }),
  )
  expect(node(inside, 'llmAgentflow_0')).toMatchObject({
    parent: 'iterationAgentflow_0',
    position: { x: 20, y: 40 },
  })
  expect(inside.edges).toEqual([])
  const outside = applied(inside, setParent(inside, { nodeId: 'llmAgentflow_0' }))
  expect(node(outside, 'llmAgentflow_0')).toEqual(node(document, 'llmAgentflow_0'))
})

test('a refused edge says why', () => {
  const document = makeDocument([makeNode('directReplyAgentflow_0'), makeNode('llmAgentflow_0')])
  const connection = {
    source: 'directReplyAgentflow_0',
    sourceAnchor: 'out',
    target: 'llmAgentflow_0',
    targetAnchor: 'in',
  }
  expect(() => addEdge(document, find, connection)).toThrow('has no output')
})

describe('tools that are connected to an agent', () => {
  const KINDS = { reads: 'read', writes: 'write', counts: 'none' } as const
  const calculator = definition('calculator')
  const findTool: typeof find = (type) => {
    const effects = Object.entries(KINDS).find(([name]) => name === type)?.[1]
    return effects ? { ...calculator, name: type, effects, provides: ['toolset'] } : find(type)
  }
  const connectAll = (ids: string[]) => {
    const nodes = [makeNode('toolAgent_0'), ...ids.map((id) => makeNode(id))]
    return ids
      .reduce(
        (document, source) =>
          applied(
            document,
            addEdge(document, findTool, {
              source,
              sourceAnchor: source.replace(/_\d+$/, ''),
              target: 'toolAgent_0',
              targetAnchor: 'tools',
            }),
          ),
        makeDocument(nodes),
      )
      .edges.map((edge) => edge.source)
  }

  test.each([
    [['counts_0', 'writes_0', 'reads_0', 'writes_1', 'counts_1', 'reads_1']],
    [['reads_0', 'counts_0', 'reads_1', 'counts_1', 'writes_0', 'writes_1']],
    [['writes_0', 'writes_1', 'counts_0', 'counts_1', 'reads_0', 'reads_1']],
  ])(
    'stand with those first that get and read, then those that post and write, then the rest [S9-TOOL-01]',
    (ids) => {
      expect(connectAll(ids)).toEqual(['reads_0', 'reads_1', 'writes_0', 'writes_1', 'counts_0', 'counts_1'])
    },
  )

  test('leave alone what stands in another order in an imported flow', () => {
    const nodes = ['toolAgent_0', 'counts_0', 'reads_0', 'writes_0'].map((id) => makeNode(id))
    const document = makeDocument(nodes, [
      makeAnchorEdge('counts_0', 'toolAgent_0:tools'),
      makeAnchorEdge('reads_0', 'toolAgent_0:tools'),
    ])
    const connection = {
      source: 'writes_0',
      sourceAnchor: 'writes',
      target: 'toolAgent_0',
      targetAnchor: 'tools',
    }
    const { edges } = applied(document, addEdge(document, findTool, connection))
    expect(edges.map((edge) => edge.source)).toEqual(['writes_0', 'counts_0', 'reads_0'])
  })
})

test('letters typed into one field are undone as one', () => {
  let document = makeDocument([makeNode('stickyNote_0')])
  const first = document
  let history = createHistory()
  for (const value of ['H', 'He', 'Hey']) {
    const diff = updateValues(document, find, {
      nodeId: 'stickyNote_0',
      changes: [{ kind: 'set', path: 'note', value }],
    })
    history = recordChange(history, { document, diff, mark: 'stickyNote_0.note' })
    document = applied(document, diff)
  }
  const undo = findUndo(history)
  expect(undo && applied(document, undo.diff)).toEqual(first)
  expect(undo && findUndo(undo.history)).toBeUndefined()
})

test('an edit that changes nothing leaves no trace in the history', () => {
  const document = makeDocument([makeNode('chatOpenAI_0')])
  const diff = setCredential(document, {
    nodeId: 'chatOpenAI_0',
    place: 'credential',
    credentialId: undefined,
  })
  expect(findUndo(recordChange(createHistory(), { document, diff }))).toBeUndefined()
})
