import { findTestDefinition } from '@runnel/graph/testing'
import i18next from 'i18next'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import canvas from '../../../i18n/en/canvas.json' with { type: 'json' }
import { useNotificationStore } from '../../../ui/notifications/notification-store.ts'
import { createEditorStore, type EditorStore, select } from '../session/editor-store.ts'
import { addFlowNode } from './add-flow-node.ts'
import { copySelection, duplicateSelection, pasteCopied } from './flow-clipboard.ts'

const find = findTestDefinition

beforeAll(async () => {
  await i18next.init({ lng: 'en', ns: ['canvas'], resources: { en: { canvas } } })
})
beforeEach(() => useNotificationStore.setState({ notifications: [] }))

function openFlow(isReadOnly = false): EditorStore {
  const head = {
    id: 'f',
    name: 'Flow',
    type: 'AGENTFLOW' as const,
    revision: 1,
    versionId: 'v',
    keyId: undefined,
    repairs: [],
    savedAt: 0,
  }
  const document = { nodes: [], edges: [] }
  const editor = createEditorStore({ head, find, document, viewport: undefined, isReadOnly: false })
  for (const type of ['startAgentflow', 'llmAgentflow'])
    addFlowNode({ editor, find }, { type, position: { x: 0, y: 0 } })
  editor.setState({ isReadOnly })
  return editor
}

const typesOf = (editor: EditorStore) => editor.getState().document.nodes.map(({ type }) => type)
const said = () => useNotificationStore.getState().notifications.map(({ kind, message }) => [kind, message])
const second = [['warning', 'A flow has only one start.']]
const leftOut = [['warning', 'A flow has only one start: it was left out.']]

describe('a second start', () => {
  test('is refused when it is duplicated', () => {
    const editor = openFlow()
    select(editor, ['startAgentflow_0'])
    duplicateSelection(editor, find)
    expect(typesOf(editor)).toEqual(['startAgentflow', 'llmAgentflow'])
    expect(said()).toEqual(second)
  })

  test('is left out when several nodes are duplicated', () => {
    const editor = openFlow()
    select(editor, ['startAgentflow_0', 'llmAgentflow_0'])
    duplicateSelection(editor, find)
    expect(typesOf(editor)).toEqual(['startAgentflow', 'llmAgentflow', 'llmAgentflow'])
    expect(said()).toEqual(leftOut)
  })

  test('is refused when it is pasted, alone or with others', () => {
    const editor = openFlow()
    select(editor, ['startAgentflow_0'])
    copySelection(editor)
    pasteCopied(editor, find)
    expect(typesOf(editor)).toEqual(['startAgentflow', 'llmAgentflow'])
    expect(said()).toEqual(second)
    select(editor, ['startAgentflow_0', 'llmAgentflow_0'])
    copySelection(editor)
    pasteCopied(editor, find)
    expect(typesOf(editor)).toEqual(['startAgentflow', 'llmAgentflow', 'llmAgentflow'])
    expect(said()).toEqual([...second, ...leftOut])
  })

  test('is refused when it is added or dropped', () => {
    const editor = openFlow()
    const added = addFlowNode({ editor, find }, { type: 'startAgentflow', position: { x: 900, y: 0 } })
    expect(added).toBeUndefined()
    expect(typesOf(editor)).toEqual(['startAgentflow', 'llmAgentflow'])
    expect(said()).toEqual(second)
  })

  test('is no matter where nothing can be changed', () => {
    const editor = openFlow(true)
    select(editor, ['startAgentflow_0'])
    duplicateSelection(editor, find)
    expect(said()).toEqual([])
  })
})

test('nodes of an agent flow do not go into a chatflow', () => {
  const agentflow = openFlow()
  select(agentflow, ['llmAgentflow_0'])
  copySelection(agentflow)
  const chatflow = openFlow()
  chatflow.setState(({ head }) => ({
    head: { ...head, type: 'CHATFLOW' },
    document: { nodes: [], edges: [] },
  }))
  pasteCopied(chatflow, find)
  expect(typesOf(chatflow)).toEqual([])
  expect(said().map(([, message]) => message)).toEqual([
    'Nodes of another kind of flow cannot stand here: they were left out.',
  ])
})

test('a start does not go into an iteration', () => {
  const editor = openFlow()
  editor.setState({ document: { nodes: [], edges: [] } })
  addFlowNode({ editor, find }, { type: 'iterationAgentflow', position: { x: 0, y: 0 } })
  addFlowNode({ editor, find }, { type: 'startAgentflow', position: { x: 50, y: 50 } })
  expect(typesOf(editor)).toEqual(['iterationAgentflow'])
  expect(said()).toEqual([['warning', '“Start” cannot stand inside an iteration. Put it on the canvas.']])
})
