import type { FlowDocument } from '@runnel/contract'
import { addNode, deleteNodes, moveNodes, renameNode } from '@runnel/graph'
import { findTestDefinition } from '@runnel/graph/testing'
import { describe, expect, test } from 'vitest'
import {
  changeFlow,
  createEditorStore,
  type EditorStore,
  inspect,
  inspectNew,
  redo,
  renameFlow,
  replaceFlow,
  touch,
  undo,
} from './editor-store.ts'

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
const empty: FlowDocument = { nodes: [], edges: [] }
const open = (isReadOnly = false) =>
  createEditorStore({ head, find: findTestDefinition, document: empty, viewport: undefined, isReadOnly })

function add(store: EditorStore, type: string): void {
  const definition = findTestDefinition(type)
  if (!definition) throw new Error(`no definition ${type}`)
  changeFlow(store, (document) => addNode(document, { definition, position: { x: 0, y: 0 } }))
}

test('a new node is untouched until its form is left, or all are touched by a save or a run', () => {
  const store = open()
  const untouched = () => [...store.getState().untouched]
  add(store, 'llmChain')
  add(store, 'llmChain')
  inspectNew(store, 'llmChain_0')
  expect(untouched()).toEqual(['llmChain_0'])
  inspectNew(store, 'llmChain_1')
  expect(untouched()).toEqual(['llmChain_1'])
  touch(store)
  expect(untouched()).toEqual([])
  inspectNew(store, 'llmChain_1')
  inspect(store, undefined)
  expect(untouched()).toEqual([])
})

describe('the flow on the screen', () => {
  test('a change makes it dirty and can be taken back and made again [S4-CANVAS-01 S3-STATE-03]', () => {
    const store = open()
    expect(store.getState().isDirty).toBe(false)
    add(store, 'llmChain')
    const { document } = store.getState()
    expect(store.getState()).toMatchObject({ isDirty: true, document: { nodes: [{ id: 'llmChain_0' }] } })
    undo(store)
    expect(store.getState().document).toEqual(empty)
    redo(store)
    expect(store.getState().document).toEqual(document)
  })

  test('what equals the saved flow is saved, whatever led back to it', () => {
    const store = open()
    const isDirty = () => store.getState().isDirty
    add(store, 'llmChain')
    undo(store)
    expect(isDirty()).toBe(false)
    redo(store)
    expect(isDirty()).toBe(true)
    changeFlow(store, (document) => deleteNodes(document, findTestDefinition, ['llmChain_0']))
    expect(isDirty()).toBe(false)
    renameFlow(store, 'Better')
    add(store, 'llmChain')
    undo(store)
    expect(isDirty()).toBe(true)
    renameFlow(store, 'Flow')
    expect(isDirty()).toBe(false)
  })

  test('letters typed into one field are taken back together, another field by itself', () => {
    const store = open()
    add(store, 'llmChain')
    for (const label of ['a', 'ab', 'abc']) {
      changeFlow(store, (document) => renameNode(document, { nodeId: 'llmChain_0', label }), 'label')
    }
    changeFlow(store, (document) => moveNodes(document, { llmChain_0: { x: 5, y: 5 } }), 'move')
    undo(store)
    expect(store.getState().document.nodes[0]).toMatchObject({ label: 'abc', position: { x: 0, y: 0 } })
    undo(store)
    expect(store.getState().document.nodes.map(({ label }) => label)).toEqual(['LLM Chain'])
  })

  test('a change that changes nothing leaves it clean', () => {
    const store = open()
    changeFlow(store, (document) => deleteNodes(document, findTestDefinition, ['nobody']))
    expect(store.getState()).toMatchObject({ isDirty: false, history: { past: undefined } })
  })

  test('a flow that may only be read is never changed', () => {
    const store = open(true)
    add(store, 'llmChain')
    expect(store.getState().document).toBe(empty)
  })

  test('an open form and a selection do not outlive their node', () => {
    const store = open()
    add(store, 'llmChain')
    inspect(store, 'llmChain_0')
    expect(store.getState().inspected).toBe('llmChain_0')
    undo(store)
    expect(store.getState().inspected).toBeUndefined()
    expect(store.getState().selection.size).toBe(0)
    inspect(store, 'llmChain_0')
    expect(store.getState().inspected).toBeUndefined()
  })

  test('a new name is a change, an empty one is none', () => {
    const store = open()
    renameFlow(store, '   ')
    expect(store.getState().isDirty).toBe(false)
    renameFlow(store, ' Better ')
    expect(store.getState()).toMatchObject({ isDirty: true, head: { name: 'Better' } })
  })

  test('another document begins with an empty history [S4-CANVAS-03]', () => {
    const store = open()
    add(store, 'llmChain')
    replaceFlow(store, { document: empty, viewport: undefined })
    expect(store.getState()).toMatchObject({ isDirty: false, history: { past: undefined }, document: empty })
  })
})
