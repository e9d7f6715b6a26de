import { type FlowDocument, ROW_ID } from '@runnel/contract'
import { addNode, applyDiff, moveNodes, updateValues } from '@runnel/graph'
import { findTestDefinition } from '@runnel/graph/testing'
import { describe, expect, test } from 'vitest'
import { listConnections } from '../editing/connect-nodes.ts'
import { CARD } from '../layout/node-layout.ts'
import { createFlowDrawer } from './draw-flow.ts'

const none = {
  selection: new Set<string>(),
  dragged: new Map<string, { x: number; y: number }>(),
  isReadOnly: false,
}

function flowOf(...types: string[]): FlowDocument {
  return types.reduce<FlowDocument>(
    (document, type, index) => {
      const definition = findTestDefinition(type)
      if (!definition) throw new Error(`no definition ${type}`)
      return applyDiff(document, addNode(document, { definition, position: { x: index * 400, y: 0 } }))
    },
    { nodes: [], edges: [] },
  )
}

describe('the drawing of a flow', () => {
  test('what did not change is the same object, so that only the moved card is drawn again', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const document = flowOf('chatOpenAI', 'llmChain', 'bufferMemory')
    const before = drawer.nodes({ ...none, document })
    const moved = applyDiff(document, moveNodes(document, { llmChain_0: { x: 9, y: 9 } }))
    const after = drawer.nodes({ ...none, document: moved })
    expect(after.map((node, index) => node === before[index])).toEqual([true, false, true])
    expect(
      drawer.nodes({ ...none, document: moved, selection: new Set(['chatOpenAI_0']) })[0]?.selected,
    ).toBe(true)
  })

  test('a dragged card stands where it is dragged, the document stays', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const document = flowOf('llmChain')
    const dragged = new Map([['llmChain_0', { x: 70, y: 80 }]])
    expect(drawer.nodes({ ...none, document, dragged })[0]?.position).toEqual({ x: 70, y: 80 })
    expect(document.nodes[0]?.position).toEqual({ x: 0, y: 0 })
  })

  test('a note lies behind every card, also while it is selected', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const document = flowOf('stickyNote', 'llmChain', 'chatOpenAI')
    const selection = new Set(['stickyNote_0', 'llmChain_0'])
    const [note, selected, card] = drawer.nodes({ ...none, document, selection })
    expect(note?.type).toBe('note')
    expect(note?.zIndex).toBeLessThan(card?.zIndex ?? Number.NaN)
    expect(selected?.zIndex).toBeGreaterThan(card?.zIndex ?? Number.NaN)
  })

  test('a condition has a port for each row and one more, below one another', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const document = flowOf('conditionAgentflow')
    const rows = [{ [ROW_ID]: 'r0' }, { [ROW_ID]: 'r1' }]
    const changed = applyDiff(
      document,
      updateValues(document, findTestDefinition, {
        nodeId: 'conditionAgentflow_0',
        changes: [{ kind: 'set', path: 'conditions', value: rows }],
      }),
    )
    const [card] = drawer.nodes({ ...none, document: changed })
    const outputs = card?.data.layout.ports.filter(({ side }) => side === 'output') ?? []
    expect(outputs.map(({ anchor }) => anchor)).toEqual(['r0', 'r1', 'else'])
    expect(outputs.map(({ y }) => y)).toEqual([...outputs.map(({ y }) => y)].sort((a, b) => a - b))
    expect(card?.handles).toHaveLength(4)
    expect(Math.max(...outputs.map(({ y }) => y))).toBeLessThan(card?.height ?? 0)
  })

  test('a node with one output carries it at its head', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const [card] = drawer.nodes({ ...none, document: flowOf('chatOpenAI') })
    expect(card?.data.layout.ports.filter(({ side }) => side === 'output')).toMatchObject([
      { y: CARD.head / 2 },
    ])
  })

  test('a node of an unknown type is drawn too', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const document = flowOf('llmChain')
    const unknown = { nodes: document.nodes.map((node) => ({ ...node, type: 'gone' })), edges: [] }
    expect(drawer.nodes({ ...none, document: unknown })[0]).toMatchObject({ type: 'card', width: CARD.width })
  })
})

describe('an edge whose port is not known', () => {
  const stray = {
    id: 'e',
    role: 'sequence' as const,
    source: 'a',
    sourceAnchor: '1',
    target: 'b',
    targetAnchor: 'in',
  }
  const unknown = (id: string) => ({
    id,
    type: 'gone',
    typeVersion: 1,
    label: id,
    position: { x: 0, y: 0 },
    values: {},
    credentials: {},
  })

  test('is drawn: both its nodes get a port for it', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const document: FlowDocument = { nodes: [unknown('a'), unknown('b')], edges: [stray] }
    const [a, b] = drawer.nodes({ ...none, document })
    const [edge] = drawer.edges({ ...none, document })
    expect(a?.handles?.map(({ id }) => id)).toEqual([edge?.sourceHandle])
    expect(b?.handles?.map(({ id }) => id)).toEqual([edge?.targetHandle])
  })

  test('draws only its own nodes again when it comes or goes', () => {
    const drawer = createFlowDrawer(findTestDefinition)
    const nodes = [unknown('a'), unknown('b'), unknown('c')]
    const before = drawer.nodes({ ...none, document: { nodes, edges: [] } })
    const after = drawer.nodes({ ...none, document: { nodes, edges: [stray] } })
    const again = drawer.nodes({ ...none, document: { nodes, edges: [{ ...stray, id: 'f' }] } })
    expect(after.map((node, index) => node === before[index])).toEqual([false, false, true])
    expect(again.every((node, index) => node === after[index])).toBe(true)
  })
})

describe('listConnections', () => {
  test('offers only what may be connected, with the names of the ports', () => {
    const document = flowOf('chatOpenAI', 'llmChain', 'bufferMemory')
    const choices = listConnections(document, findTestDefinition, 'chatOpenAI_0')
    expect(choices.map(({ to, into }) => [to, into])).toEqual([['LLM Chain', 'Language Model']])
  })
})
