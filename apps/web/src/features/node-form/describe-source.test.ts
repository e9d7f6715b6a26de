import type { NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { findDescribeSource } from './describe-source.ts'

const definitions = new Map(
  [
    { name: 'chatDemo', provides: ['chatModel'] },
    { name: 'demoEmbeddings', provides: ['embedder'] },
  ].map((one) => [one.name, one as NodeDefinition]),
)
const find = (type: string) => definitions.get(type)
const inputs = [
  { label: 'Embeddings', name: 'embeddings', type: 'asyncOptions', loadConfig: true },
  { label: 'Model', name: 'agentModel', type: 'asyncOptions', loadConfig: true },
]
const path = 'stores[r1].docStoreDescription'
const field = { path, name: 'docStoreDescription', find }
const values = {
  embeddings: 'demoEmbeddings',
  agentModel: 'chatDemo',
  agentModelConfig: { delayMs: 1 },
  stores: [
    { $row: 'r0', documentStore: 'other:Other' },
    { $row: 'r1', documentStore: 'id-1:Tea: green' },
  ],
}

test('a store is described by the model of the node, and it is that of the same row', () => {
  expect(findDescribeSource({ path: '', values, inputs }, field)).toEqual({
    storeId: 'id-1',
    model: { name: 'chatDemo', inputs: { delayMs: 1 }, configPath: 'agentModelConfig' },
  })
})

test('as long as one of them is not chosen there is nothing to write from', () => {
  const { agentModel: _model, ...without } = values
  expect(findDescribeSource({ path: '', values: without, inputs }, field)).toBeUndefined()
  const stores = [{ $row: 'r1' }]
  expect(findDescribeSource({ path: '', values: { ...values, stores }, inputs }, field)).toBeUndefined()
})
