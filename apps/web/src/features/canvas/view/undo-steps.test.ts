import { addNode } from '@runnel/graph'
import { findTestDefinition } from '@runnel/graph/testing'
import { describe, expect, test } from 'vitest'
import { deleteSelection } from '../editing/flow-clipboard.ts'
import { changeFlow, createEditorStore, type EditorStore, select, undo } from '../session/editor-store.ts'
import { takePositions } from './use-canvas-changes.ts'

function openFlow(): EditorStore {
  const head = {
    id: 'f',
    name: 'Flow',
    type: 'CHATFLOW' as const,
    revision: 1,
    versionId: 'v',
    keyId: undefined,
    repairs: [],
    savedAt: 0,
  }
  const store = createEditorStore({
    head,
    find: findTestDefinition,
    document: { nodes: [], edges: [] },
    viewport: undefined,
    isReadOnly: false,
  })
  const definition = findTestDefinition('llmChain')
  if (!definition) throw new Error('no definition llmChain')
  for (const x of [0, 400]) {
    changeFlow(store, (document) => addNode(document, { definition, position: { x, y: 0 } }))
  }
  return store
}

const idsOf = (store: EditorStore) => store.getState().document.nodes.map(({ id }) => id)
const xOf = (store: EditorStore) => store.getState().document.nodes.map(({ position }) => position.x)
const moveTo = (store: EditorStore, id: string, { x, dragging }: { x: number; dragging: boolean }) =>
  takePositions(store, [{ type: 'position', id, position: { x, y: 0 }, dragging }])
const drag = (store: EditorStore, id: string, x: number) => {
  moveTo(store, id, { x: x - 1, dragging: true })
  moveTo(store, id, { x, dragging: false })
}

describe('one step back', () => {
  test('brings back the node that was deleted last, not the one before it', () => {
    const store = openFlow()
    select(store, ['llmChain_0'])
    deleteSelection(store)
    select(store, ['llmChain_1'])
    deleteSelection(store)
    expect(idsOf(store)).toEqual([])
    undo(store)
    expect(idsOf(store)).toEqual(['llmChain_1'])
    undo(store)
    expect(idsOf(store).toSorted()).toEqual(['llmChain_0', 'llmChain_1'])
  })

  test('takes back the drag that was last, of another node or of the same', () => {
    const store = openFlow()
    drag(store, 'llmChain_0', 100)
    drag(store, 'llmChain_1', 500)
    drag(store, 'llmChain_1', 600)
    undo(store)
    expect(xOf(store)).toEqual([100, 500])
    undo(store)
    expect(xOf(store)).toEqual([100, 400])
    undo(store)
    expect(xOf(store)).toEqual([0, 400])
  })

  test('takes back the steps of the arrow keys with one node together', () => {
    const store = openFlow()
    for (const x of [5, 10, 15]) moveTo(store, 'llmChain_0', { x, dragging: false })
    for (const x of [405, 410]) moveTo(store, 'llmChain_1', { x, dragging: false })
    undo(store)
    expect(xOf(store)).toEqual([15, 400])
    undo(store)
    expect(xOf(store)).toEqual([0, 400])
  })
})
