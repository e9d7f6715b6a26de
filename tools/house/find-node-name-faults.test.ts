import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'
import { findNodeNameFaults } from './find-node-name-faults.ts'
import { listNodeNames, readNodeNames } from './read-node-names.ts'

const input = (name: string, more: object = {}) => ({ name, ...more })
const names = listNodeNames([
  {
    name: 'loopAgentflow',
    category: 'Agent Flows',
    inputs: [
      input('loopBackToNode'),
      input('maxLoopCount'),
      input('backTo', { array: [input('loopLabel')] }),
      input('sessionId', { readAs: 'sessionId' }),
      input('firstState', { readAs: 'state' }),
      input('loopUpdateState'),
    ],
    jumpsTo: 'backTo',
  },
  { name: 'calculator', category: 'Tools', inputs: [] },
])
const PATH = 'packages/a/src/a.ts'
const findIn = (source: string, path = PATH) => findNodeNameFaults(new Map([[path, source]]), names, [])

test('names that cannot be meant by chance are known: not single words, nor what is called as its meaning', () => {
  expect([...names.keys()].sort()).toEqual([
    'Agent Flows',
    'backTo',
    'firstState',
    'loopAgentflow',
    'loopBackToNode',
    'loopLabel',
    'loopUpdateState',
  ])
})

test.each([
  ["node.type === 'loopAgentflow'", 'loopAgentflow', 'a type of node'],
  ["definition.category === 'Agent Flows'", 'Agent Flows', 'a category of nodes'],
  ['const x = { [`loopAgentflow`]: 1 }', 'loopAgentflow', 'a type of node'],
  ['node.values.firstState', 'firstState', 'a param of loopAgentflow'],
  ['const { backTo } = node.values', 'backTo', 'a param of loopAgentflow'],
  ["values['loopLabel']", 'loopLabel', 'a param of loopAgentflow'],
  ['const values = { loopBackToNode: 1 }', 'loopBackToNode', 'a param of loopAgentflow'],
  ['type Values = { loopBackToNode: string }', 'loopBackToNode', 'a param of loopAgentflow'],
  ["param.name.endsWith('UpdateState')", 'UpdateState', 'a piece of loopUpdateState'],
  ["param.name.startsWith('loopBack')", 'loopBack', 'a piece of loopBackToNode'],
])('%s is named', async (source, name, what) => {
  const fault = `${PATH}: "${name}" is ${what}. Read what its definition declares.`
  expect(await findIn(source)).toEqual([fault])
  expect(await findIn(source, 'apps/web/src/a.tsx')).toHaveLength(1)
})

test.each([
  ['// loopAgentflow\n/* loopBackToNode */'],
  ["say('The loopAgentflow jumps')"],
  ['const loopAgentflow = 1'],
  ["type === 'calculator'"],
  ['const { sessionId, maxLoopCount } = values'],
  ["name.endsWith('State') || name.startsWith('loop') || name.includes('pUpdateS')"],
])('%s is not', async (source) => {
  expect(await findIn(source)).toEqual([])
})

test.each([
  ['packages/nodes/src/loop/run.ts'],
  ['packages/providers/src/x/x.ts'],
  ['packages/node-kit/src/work/x.ts'],
  ['packages/graph/src/wire/x.ts'],
  ['packages/graph/src/reference/x.ts'],
  ['packages/a/src/a.test.ts'],
  ['packages/a/src/testing/a.ts'],
  ['bench/src/a.ts'],
])('%s may', async (path) => {
  expect(await findIn("type === 'loopAgentflow'", path)).toEqual([])
})

test('an entry lets pass as many as there are, and shrinks with them', async () => {
  const files = new Map([[PATH, "['loopAgentflow', 'Agent Flows']"]])
  const entry = { path: PATH, reason: 'why' }
  expect(await findNodeNameFaults(files, names, [{ ...entry, count: 2 }])).toEqual([])
  expect(await findNodeNameFaults(files, names, [{ ...entry, count: 1 }])).toHaveLength(2)
  expect(await findNodeNameFaults(files, names, [{ ...entry, count: 3 }])).toEqual([
    `${PATH} names nodes 2 times: lower its entry from 3.`,
  ])
  expect(await findNodeNameFaults(new Map(), names, [{ ...entry, count: 1 }])).toHaveLength(1)
})

test('the names come from the catalogues of the tree itself, those of vendors too', async () => {
  const type = (name: string) => `{ definition: { name: '${name}', category: 'X', inputs: [] } }`
  const root = await makeTree({
    'packages/nodes/src/catalogue.ts': `export const nodeCatalogue = [${type('toolAgent')}]`,
    'packages/providers/src/catalogue.ts': `export const providerCatalogue = [{ nodes: [${type('chatX')}] }]`,
  })
  expect([...(await readNodeNames(root)).keys()]).toEqual(['toolAgent', 'chatX'])
  expect([...(await readNodeNames(await makeTree({}))).keys()]).toEqual([])
})
