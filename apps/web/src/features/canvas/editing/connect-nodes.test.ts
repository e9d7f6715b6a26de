import { addNode, type Connection } from '@runnel/graph'
import { findTestDefinition as find } from '@runnel/graph/testing'
import { expect, test } from 'vitest'
import { changeFlow, createEditorStore } from '../session/editor-store.ts'
import { connectionsTo, connectToCard, mayTake } from './connect-nodes.ts'

const head = {
  ...{ id: 'f', name: 'Flow', type: 'CHATFLOW' as const, revision: 1, versionId: 'v' },
  ...{ keyId: undefined, repairs: [], savedAt: 0 },
}

function open(...types: string[]) {
  const editor = createEditorStore({
    ...{ head, find, document: { nodes: [], edges: [] }, viewport: undefined, isReadOnly: false },
  })
  for (const type of types) {
    const definition = find(type)
    if (!definition) throw new Error(`no definition ${type}`)
    changeFlow(editor, (document) => addNode(document, { definition, position: { x: 0, y: 0 } }))
  }
  const edges = () =>
    editor.getState().document.edges.map(({ source, target, targetAnchor }) => [source, target, targetAnchor])
  return { editor, find, edges }
}

const model = { nodeId: 'chatOpenAI_0', side: 'output' as const, anchor: 'chatOpenAI' }
const anchorsIn = (connections: Connection[]) => connections.map(({ targetAnchor }) => targetAnchor)

test('a line over a card joins the one port that takes it, from either end', () => {
  const flow = open('chatOpenAI', 'conversationChain')
  const { fitting } = connectionsTo(flow, model, 'conversationChain_0')
  expect(anchorsIn(fitting)).toEqual(['model'])
  connectToCard(flow, model, 'conversationChain_0')
  expect(flow.edges()).toEqual([['chatOpenAI_0', 'conversationChain_0', 'model']])
  const back = open('chatOpenAI', 'conversationChain')
  const input = { nodeId: 'conversationChain_0', side: 'input' as const, anchor: 'model' }
  connectToCard(back, input, 'chatOpenAI_0')
  expect(back.edges()).toEqual([['chatOpenAI_0', 'conversationChain_0', 'model']])
})

test('a line over a card that takes nothing of it draws no edge, and why is known', () => {
  const flow = open('chatOpenAI', 'chatOpenAI')
  expect(connectionsTo(flow, model, 'chatOpenAI_1').fitting).toEqual([])
  connectToCard(flow, model, 'chatOpenAI_1')
  expect(flow.edges()).toEqual([])
  expect(connectionsTo(flow, model, 'nobody')).toEqual({ fitting: [], refusals: [] })
})

test('ports know whether they take the line that is drawn', () => {
  const flow = open('chatOpenAI', 'conversationChain')
  const port = (anchor: string, side: 'input' | 'output' = 'input') => ({
    ...{ nodeId: 'conversationChain_0', side, anchor },
  })
  expect(mayTake(flow, model, port('model'))).toBe(true)
  expect(mayTake(flow, model, port('memory'))).toBe(false)
  expect(mayTake(flow, model, port('conversationChain', 'output'))).toBe(false)
})
