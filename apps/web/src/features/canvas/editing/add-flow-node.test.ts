import { addNode } from '@runnel/graph'
import { findTestDefinition as find } from '@runnel/graph/testing'
import { expect, test } from 'vitest'
import { cardRects } from '../layout/card-rects.ts'
import { changeFlow, createEditorStore } from '../session/editor-store.ts'
import { addFlowNode, placeForNew } from './add-flow-node.ts'

const head = {
  ...{ id: 'f', name: 'Flow', type: 'CHATFLOW' as const, revision: 1, versionId: 'v' },
  ...{ keyId: undefined, repairs: [], savedAt: 0 },
}

test('new nodes leave room between their cards, beside and below, so that they do not touch once they are filled', () => {
  const editor = createEditorStore({
    ...{ head, find, document: { nodes: [], edges: [] }, viewport: undefined, isReadOnly: false },
  })
  const definition = find('conversationChain')
  if (!definition) throw new Error('no definition')
  changeFlow(editor, (document) => addNode(document, { definition, position: { x: 0, y: 0 } }))
  for (let n = 0; n < 6; n += 1) {
    // Always behind the first one, so that the others stand below each other.
    editor.setState({ inspected: 'conversationChain_0' })
    const position = placeForNew({ editor, find }, { x: 0, y: 0 })
    addFlowNode({ editor, find }, { type: 'conversationChain', position })
  }
  const rects = cardRects(editor.getState().document, find)
  const [first, ...others] = rects
  for (const rect of others) expect(rect.x - (first ? first.x + first.width : 0)).toBeGreaterThanOrEqual(80)
  const column = others.toSorted((a, b) => a.y - b.y)
  const gaps = column.slice(1).map(({ y }, index) => {
    const above = column[index]
    return above ? y - above.y - above.height : 0
  })
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(80)
})
