import { expect, test } from 'vitest'
import { createEditorStore } from '../session/editor-store.ts'
import { findFirstPanels, findOpenPanels, withPanel } from './find-open-panels.ts'
import { panelEntries } from './panels.ts'

function editorState({ isReadOnly = false, inspected }: { isReadOnly?: boolean; inspected?: string } = {}) {
  const store = createEditorStore({
    head: {
      id: undefined,
      name: 'Flow',
      type: 'CHATFLOW',
      revision: undefined,
      versionId: undefined,
      keyId: undefined,
      repairs: [],
      savedAt: undefined,
    },
    find: () => undefined,
    document: { nodes: [], edges: [] },
    viewport: undefined,
    isReadOnly,
  })
  return { ...store.getState(), inspected }
}

/** Keys that the canvas has for itself. */
const TAKEN = ['/', 'c', 'enter', 'delete', 'backspace', 'escape']

test('each panel has an id and a key of its own', () => {
  const ids = panelEntries.map(({ id }) => id)
  const keys = panelEntries.flatMap(({ key }) => (key === undefined ? [] : [key]))
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set([...keys, ...TAKEN]).size).toBe(keys.length + TAKEN.length)
  for (const { closes = [] } of panelEntries) expect(ids).toEqual(expect.arrayContaining([...closes]))
})

test('each panel is opened by a button, by the state of the editor, or by a run', () => {
  const unopened = panelEntries.filter(({ button, isOpen }) => !button && !isOpen)
  expect(unopened.map(({ id }) => id)).toEqual(['steps'])
})

test('a new session begins with the list of nodes, which those who may not change the flow do not have', () => {
  expect([...findFirstPanels()]).toEqual(['palette'])
  expect(findOpenPanels(findFirstPanels(), editorState())).toEqual(['palette'])
  expect(findOpenPanels(findFirstPanels(), editorState({ isReadOnly: true }))).toEqual([])
})

test('the form of a node is open while one is inspected, beside what else is open', () => {
  const open = findOpenPanels(new Set(['chat']), editorState({ inspected: 'llm_0' }))
  expect(open).toEqual(['inspector', 'chat'])
  expect(findOpenPanels(new Set(['inspector']), editorState())).toEqual([])
})

test('a panel that opens sends others away', () => {
  expect([...withPanel(new Set(['palette', 'steps']), 'problems')]).toEqual(['steps', 'problems'])
  expect([...withPanel(new Set(['palette', 'steps']), 'chat')]).toEqual(['steps', 'chat'])
  expect([...withPanel(new Set(['problems', 'chat']), 'palette')]).toEqual(['chat', 'palette'])
})
