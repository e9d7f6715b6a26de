import type { NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { listChatModels } from './list-chat-models.ts'
import { listRuntimeStateKeys } from './list-runtime-state-keys.ts'

const around = {
  values: {},
  catalogue: nodeCatalogue.map(({ definition }) => definition),
  previousNodes: [],
  signal: new AbortController().signal,
  fetch,
}

test('everything that provides a chat model is offered, whatever its category', async () => {
  const base = around.catalogue[0]
  if (!base) throw new Error('The catalogue is empty.')
  const model: NodeDefinition = {
    ...base,
    name: 'chatX',
    label: 'X',
    category: 'Anything',
    provides: ['chatModel'],
    description: 'A model',
  }
  const embedder: NodeDefinition = { ...model, name: 'embeddingsX', provides: ['embedder'] }
  expect(await listChatModels({ ...around, catalogue: [...around.catalogue, model, embedder] })).toEqual([
    { name: 'chatX', label: 'X', description: 'A model', imageSrc: 'chatX' },
  ])
})

test('keys of the flow state come from the start node before', async () => {
  const start = { id: 'startAgentflow_0', name: 'startAgentflow', label: 'Start' }
  const inputs = { startState: [{ key: 'topic', value: '' }, { key: '' }] }
  expect(await listRuntimeStateKeys({ ...around, previousNodes: [{ ...start, inputs }] })).toEqual([
    { name: 'topic', label: 'topic' },
  ])
  expect(await listRuntimeStateKeys(around)).toEqual([])
})
