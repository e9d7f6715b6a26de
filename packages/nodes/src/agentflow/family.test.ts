import { findParamReadAs, type ParamMeaning } from '@runnel/contract'
import type { NodeType } from '@runnel/node-kit'
import {
  aModel,
  aTool,
  createTestComponent,
  createTestStepContext,
  said,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

/** What is promised of every step of an agent flow, whatever it does; a step without a case here fails. */

const store = createTestComponent('store', { label: 'tea' }, { retriever: async () => [] })
const embedder = createTestComponent('demoEmbeddings')

/** How each runs to its end, and what stands for `{{ output }}` in its updates of the state then. */
const cases: Record<string, TestStepOptions & { gives: string }> = {
  llmAgentflow: { selected: { llmModel: aModel }, model: () => said('Because.'), gives: 'Because.' },
  agentAgentflow: {
    selected: { agentModel: aModel },
    values: { agentTools: [] },
    model: () => said('Because.'),
    gives: 'Because.',
  },
  humanInputAgentflow: {
    values: { humanInputDescription: 'Send it?' },
    answer: () => ({ type: 'proceed' }),
    gives: 'proceed',
  },
  executeFlowAgentflow: {
    values: { executeFlowSelectedFlow: 'flow-1' },
    flow: () => ({ content: 'yes', usedTools: [], sourceDocuments: [], artifacts: [], fileAnnotations: [] }),
    gives: 'yes',
  },
  iterationAgentflow: {
    values: { iterationInput: '["a","b"]' },
    children: (item) => `${item}!`,
    gives: 'a!\nb!',
  },
  loopAgentflow: { values: { loopBackToNode: 'llm_0-Draft' }, gives: 'Loop back to Draft (llm_0)' },
  conditionAgentflow: { gives: '{{ output }}' },
  conditionAgentAgentflow: {
    selected: { conditionAgentModel: aModel },
    values: { conditionAgentScenarios: [{ scenario: 'tea' }] },
    model: () => said('{"output":"tea"}'),
    gives: '{"output":"tea"}',
  },
  customFunctionAgentflow: { sandbox: () => 'done', gives: 'done' },
  httpAgentflow: {
    values: { url: 'https://api.x/' },
    http: () => ({ status: 200, statusText: 'OK', headers: {}, body: '{"n":1}' }),
    gives: '{{ output }}',
  },
  toolAgentflow: {
    selected: {
      toolAgentflowSelectedTool: aTool({ name: 'look_up', work: async () => ({ content: 'found' }) }),
    },
    gives: 'found',
  },
  retrieverAgentflow: {
    selected: {
      'retrieverKnowledgeVSEmbeddings[0].vectorStore': store,
      'retrieverKnowledgeVSEmbeddings[0].embeddingModel': embedder,
    },
    values: { retrieverKnowledgeVSEmbeddings: [{ vectorStore: 'store' }] },
    retrieve: () => [{ pageContent: 'leaf', metadata: {}, score: 1 }],
    gives: 'leaf',
  },
  directReplyAgentflow: { values: { directReplyMessage: 'Hello.' }, gives: 'Hello.' },
}

const steps = nodeCatalogue.filter(
  ({ definition: { canvas, kind } }) => canvas === 'agent' && kind === 'step',
)

describe.each(steps.map((type) => [type.definition.name, type] as const))('%s', (name, type) => {
  const { gives, ...world } = cases[name] ?? { gives: `no case for ${name}` }

  test('updates the flow state when it has run, also with its own output', async () => {
    const { state, writtenKeys } = await run(type, world, [
      { key: 'said', value: 'It gave: {{ output }}' },
      { key: 'topic', value: 'tea' },
      { key: '', value: 'lost' },
    ])
    expect(state).toEqual({ topic: 'tea', kept: 'k', said: `It gave: ${gives}` })
    expect(writtenKeys).toEqual(expect.arrayContaining(['said', 'topic']))
  })

  test('leaves the state alone without updates', async () => {
    const { state, writtenKeys = [] } = await run(type, world, [])
    expect(state ?? { topic: 'tea', kept: 'k' }).toEqual({ topic: 'tea', kept: 'k' })
    expect(writtenKeys).toEqual([])
  })

  test('may be tried again, limited in time and passed over', () => {
    const meanings: ParamMeaning[] = ['onError', 'fallback', 'retries', 'retryDelay', 'timeLimit']
    const params = meanings.map((meaning) => findParamReadAs(type.definition, meaning))
    expect(params.every((param) => param?.additionalParams === true)).toBe(true)
    const choices = params[0]?.options?.map((option) => option.name)
    const branch = type.definition.hideOutput === true ? [] : ['errorBranch']
    expect(choices).toEqual(['stop', 'goOn', ...branch])
  })

  test('offers the keys of the state, and its own update of them is found by what it is read as', async () => {
    expect(findParamReadAs(type.definition, 'stateUpdate')?.name).toBe(nameUpdates(name))
    expect(await type.load?.listRuntimeStateKeys?.()).toBeTypeOf('function')
  })
})

const nameUpdates = (name: string) => `${name.replace('Agentflow', '')}UpdateState`

async function run(type: NodeType, world: TestStepOptions, rows: { key: string; value: string }[]) {
  const { name, label } = type.definition
  const { context } = createTestStepContext({
    node: { id: `${name}_0`, type: name, label },
    state: { topic: 'tea', kept: 'k' },
    ...world,
    values: { ...world.values, [nameUpdates(name)]: rows },
  })
  const runNode = await type.run?.()
  if (!runNode) throw new Error(`${name} has no work.`)
  return runNode(context)
}

test('an update reads the output by path', async () => {
  const code = steps.find(({ definition }) => definition.name === 'customFunctionAgentflow')
  if (!code) throw new Error('There is no code to test with.')
  const world: TestStepOptions = { sandbox: () => ({ words: 2 }) }
  const { state } = await run(code, world, [{ key: 'topic', value: '{{ output.words }} words' }])
  expect(state).toEqual({ topic: '2 words', kept: 'k' })
})

test('an update stands above what the nodes inside of an iteration wrote, and keeps the rest', async () => {
  const iteration = steps.find(({ definition }) => definition.name === 'iterationAgentflow')
  if (!iteration) throw new Error('There is no iteration to test with.')
  const runIteration = await iteration.run?.()
  const { context } = createTestStepContext({
    values: { iterationInput: ['a'], iterationUpdateState: [{ key: 'topic', value: 'coffee' }] },
    children: () => 'x',
  })
  const end = await runIteration?.({
    ...context,
    runChildren: async () => ({
      results: ['x'],
      state: { topic: 'milk', seen: 'a' },
      writtenKeys: ['topic', 'seen'],
    }),
  })
  expect(end?.state).toEqual({ topic: 'coffee', seen: 'a' })
  expect(new Set(end?.writtenKeys)).toEqual(new Set(['topic', 'seen']))
})
