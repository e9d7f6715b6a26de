import type { FindDefinition, NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { importFlow } from './import-flow.ts'

const store: NodeDefinition = {
  name: 'folderStore',
  label: 'Store',
  version: 1,
  type: 'Store',
  icon: '',
  category: '',
  description: '',
  baseClasses: ['Store'],
  kind: 'component',
  effects: 'none',
  provides: ['vectorStore'],
  leavesBehind: 'basePath',
  inputs: [{ name: 'basePath', label: 'Folder', type: 'string', optional: true }],
}
const find: FindDefinition = (type) => (type === store.name ? store : undefined)

function problemsWith(inputs: object) {
  const data = { name: store.name, label: 'Tea', version: 1, inputs }
  const node = {
    id: 'folderStore_0',
    type: 'customNode',
    position: { x: 0, y: 0 },
    width: 1,
    height: 1,
    data,
  }
  return importFlow({ nodes: [node], edges: [] }, find).problems
}

test('what a node kept on another server is told with its folder', () => {
  expect(problemsWith({ basePath: 'folder-of-tea' })).toMatchObject([
    {
      severity: 'repair',
      code: 'node_data_left_behind',
      nodeId: 'folderStore_0',
      details: { label: 'Tea', folder: 'folder-of-tea' },
    },
  ])
})

test('a node that kept nothing there tells nothing', () => {
  for (const basePath of ['', ' ', undefined]) expect(problemsWith({ basePath })).toEqual([])
})
