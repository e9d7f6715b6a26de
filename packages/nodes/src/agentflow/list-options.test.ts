import type { NodeDefinition } from '@runnel/contract'
import { type LoadOptions, listChatModels } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { listRuntimeStateKeys } from './list-runtime-state-keys.ts'
import { listTools } from './list-tools.ts'

const around = {
  values: {},
  catalogue: nodeCatalogue.map(({ definition }) => definition),
  previousNodes: [],
  signal: new AbortController().signal,
  fetch,
}

test('everything that gives a chat model is offered, whatever its category; older models that go on with a text are not', async () => {
  const base = around.catalogue[0]
  if (!base) throw new Error('The catalogue is empty.')
  const model: NodeDefinition = {
    ...base,
    name: 'chatX',
    label: 'X',
    category: 'Anything',
    baseClasses: ['X', 'BaseChatModel', 'BaseLanguageModel'],
    provides: ['chatModel'],
    description: 'A model',
  }
  const embedder: NodeDefinition = { ...model, name: 'embeddingsX', provides: ['embedder'] }
  const llm: NodeDefinition = { ...model, name: 'llmX', baseClasses: ['X', 'BaseLLM', 'BaseLanguageModel'] }
  const catalogue = [...around.catalogue, model, embedder, llm]
  expect(await listChatModels({ ...around, catalogue })).toEqual([
    { name: 'chatX', label: 'X', description: 'A model', imageSrc: 'chatX' },
  ])
})

test('a type is offered for what it provides with its first output, which is the one that is chosen', async () => {
  const base = around.catalogue.find(({ name }) => name === 'calculator')
  if (!base) throw new Error('The calculator is gone.')
  const model = { name: 'm', label: 'M', baseClasses: ['BaseChatModel'], provides: ['chatModel' as const] }
  const tools = { name: 't', label: 'T', provides: ['toolset' as const] }
  const both = { ...base, name: 'both', provides: [], outputs: [model, tools] }
  const names = async (load: LoadOptions) =>
    (await load({ ...around, catalogue: [both] })).map(({ name }) => name)
  expect([await names(listChatModels), await names(listTools)]).toEqual([['both'], []])
})

test('keys of the flow state come from the start node before', async () => {
  const start = { id: 'startAgentflow_0', name: 'startAgentflow', label: 'Start' }
  const inputs = { startState: [{ key: 'topic', value: '' }, { key: '' }] }
  expect(await listRuntimeStateKeys({ ...around, previousNodes: [{ ...start, inputs }] })).toEqual([
    { name: 'topic', label: 'topic' },
  ])
  expect(await listRuntimeStateKeys(around)).toEqual([])
})
