import type { FindDefinition, JsonObject, NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { exportFlow } from './export-flow.ts'
import { importFlow } from './import-flow.ts'

const component = (name: string, more: Partial<NodeDefinition> = {}): NodeDefinition => ({
  name,
  label: name,
  version: 1,
  type: name,
  icon: 'x',
  category: 'Chains',
  description: '',
  baseClasses: ['A', 'B'],
  kind: 'component',
  effects: 'none',
  inputs: [],
  ...more,
})

/** One input that takes a source, or two that both would. */
function findWith(...names: string[]): FindDefinition {
  const inputs = names.map((name) => ({ name, label: name, type: 'B' }))
  const definitions = new Map([
    ['source', component('source')],
    ['target', component('target', { inputs: [...inputs, { name: 'other', label: 'Other', type: 'C' }] })],
  ])
  return (name) => definitions.get(name)
}

function node(name: string, data: JsonObject = {}): JsonObject {
  const saved = { id: name, name, label: name, version: 1, inputs: {}, ...data }
  return { id: name, type: 'customNode', position: { x: 0, y: 0 }, data: saved }
}

const bare = { id: 'e', source: 'source', target: 'target' }
const flow = { nodes: [node('source'), node('target')], edges: [bare] }

test('an edge without handles ends at the one input that takes its source', () => {
  const { document, problems } = importFlow(flow, findWith('mind'))
  expect(document.edges[0]).toMatchObject({ sourceAnchor: 'source', targetAnchor: 'mind' })
  expect(problems.filter(({ code }) => code === 'edge_guessed_handle')).toHaveLength(2)
})

test.each([[['mind', 'heart']], [[]]])('with %j to choose from it is not guessed, but told', (names) => {
  const { document, problems } = importFlow(flow, findWith(...names))
  expect(document.edges[0]?.targetAnchor).toBe('in')
  expect(problems.map(({ code }) => code)).toContain('edge_missing_handle')
})

test('handles of an unknown node come back as they were written, whatever its definition says', () => {
  const foreign = node('parrot', {
    baseClasses: ['Bird'],
    inputAnchors: [{ name: 'seed', label: 'Seed', type: 'Corn | Nut' }],
    outputAnchors: [{ id: 'parrot-output-parrot-Bird', name: 'parrot', label: 'Parrot', type: 'Bird' }],
  })
  const edges = [
    {
      id: 'in',
      source: 'source',
      sourceHandle: 'source-output-source-A|B',
      target: 'parrot',
      targetHandle: 'parrot-input-seed-Old | Corn',
    },
    {
      id: 'out',
      source: 'parrot',
      sourceHandle: 'parrot-output-parrot-Dinosaur|Bird',
      target: 'target',
      targetHandle: 'target-input-mind-B',
    },
  ]
  const find = findWith('mind')
  const { document } = importFlow({ nodes: [node('source'), foreign, node('target')], edges }, find)
  expect(document.edges).toMatchObject([
    { sourceAnchor: 'source', targetAnchor: 'seed' },
    { sourceAnchor: 'parrot', targetAnchor: 'mind' },
  ])
  expect(exportFlow(document, find).edges).toMatchObject(edges)
})

test.each([[['source']], [['source', 'source_1']]])('a list of %j is written as a list', (names) => {
  const find: FindDefinition = (name) =>
    name === 'target'
      ? component('target', { inputs: [{ name: 'tools', label: 'Tools', type: 'B', list: true }] })
      : component('source')
  const tools = names.map((id) => `{{${id}.data.instance}}`)
  const sources = names.map((id) => ({ ...node('source', { id }), id }))
  const edges = names.map((source) => ({ ...bare, id: source, source, targetHandle: 'target-input-tools-B' }))
  const { document } = importFlow({ nodes: [...sources, node('target', { inputs: { tools } })], edges }, find)
  expect(exportFlow(document, find).nodes.at(-1)).toMatchObject({ data: { inputs: { tools } } })
})
