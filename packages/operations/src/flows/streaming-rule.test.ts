import type { FindDefinition, FlowDocument, FlowNode, NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { canStream } from './streaming-rule.ts'

/** A vendor's node that is a chat model with one output and an embedder with the other; a chain that ends with one. */
const definitions: Record<string, Partial<NodeDefinition>> = {
  vendor: {
    outputs: [
      { name: 'embedder', label: 'E', provides: ['embedder'] },
      { name: 'model', label: 'M', provides: ['chatModel'] },
      { name: 'whole', label: 'W', provides: ['chatModel'], streams: false },
      { name: 'parser', label: 'P', provides: ['outputParser'] },
    ],
  },
  chain: {
    outputs: [
      { name: 'answer', label: 'A', answers: true },
      { name: 'code', label: 'C', answers: true, streams: false },
      { name: 'value', label: 'V' },
    ],
  },
}
const find: FindDefinition = (type) =>
  ({ name: type, inputs: [], ...definitions[type] }) as unknown as NodeDefinition

const node = (id: string, type: string, output: string): FlowNode => ({
  id,
  type,
  label: id,
  position: { x: 0, y: 0 },
  values: {},
  outputs: { output },
})

function streams(vendors: string[], ending: string): boolean {
  const document: FlowDocument = {
    nodes: [
      ...vendors.map((output, index) => node(`v${index}`, 'vendor', output)),
      node('c', 'chain', ending),
    ],
    edges: vendors.map((output, index) => ({
      id: `e${index}`,
      source: `v${index}`,
      sourceAnchor: output,
      target: 'c',
      targetAnchor: 'x',
      role: 'component',
    })),
  }
  return canStream('CHATFLOW', document, find)
}

test.each([
  [['model'], 'answer', true],
  [['embedder'], 'answer', false],
  [['model', 'embedder'], 'answer', true],
  [['whole'], 'answer', false],
  [['model', 'parser'], 'answer', false],
  [['model'], 'value', false],
  [['model'], 'code', false],
])('a flow of outputs %j that ends with %s streams: %s', (vendors, ending, expected) => {
  expect(streams(vendors, ending)).toBe(expected)
})
