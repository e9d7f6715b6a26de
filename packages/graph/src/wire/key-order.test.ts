import { type InputDefinition, isJsonObject, isParam, type JsonObject } from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTestDefinition, makeAnchorEdge, makeDocument, makeNode } from '../testing.ts'
import { exportFlow } from './export-flow.ts'
import { importFlow } from './import-flow.ts'

const find = findTestDefinition
const credential = '11111111-1111-4111-8111-111111111111'

function wireOf(name: string, inputs: JsonObject, rest: JsonObject = {}): JsonObject {
  return {
    id: `${name}_0`,
    position: { x: 0, y: 0 },
    width: 300,
    height: 200,
    data: { id: `${name}_0`, name, label: name, version: 1, inputs, outputs: {}, ...rest },
  }
}

function inputsAfter(wire: JsonObject): unknown {
  const { document } = importFlow({ nodes: [wire], edges: [] }, find)
  const [node] = exportFlow(document, find).nodes
  return isJsonObject(node?.data) ? node.data.inputs : undefined
}

describe('inputs come back in the order in which they came, with nothing added', () => {
  test.each<[string, JsonObject]>([
    ['without any anchor', wireOf('chatOpenAI', { temperature: 0.5, modelName: 'gpt-4o' })],
    ['with an empty anchor last', wireOf('chatOpenAI', { modelName: 'x', cache: '' })],
    ['with an empty anchor between', wireOf('chatOpenAI', { temperature: 1, cache: '', modelName: 'x' })],
    ['with an anchor that is null', wireOf('chatOpenAI', { cache: null, modelName: 'x' })],
    ['with an empty list', wireOf('toolAgent', { systemMessage: 's', tools: [], memory: '' })],
    [
      'with the credential first',
      wireOf('chatOpenAI', { FLOWISE_CREDENTIAL_ID: credential, modelName: 'x', temperature: 1 }),
    ],
    [
      'with credentials spelled twice',
      wireOf('chatOpenAI', { credential, modelName: 'x', FLOWISE_CREDENTIAL_ID: credential }, { credential }),
    ],
    [
      'with an empty credential',
      wireOf('chatOpenAI', { credential: '', modelName: 'x' }, { credential: '' }),
    ],
    [
      'with a credential in the middle of settings',
      wireOf('llmAgentflow', {
        llmModel: 'chatOpenAI',
        llmModelConfig: {
          llmModel: 'chatOpenAI',
          FLOWISE_CREDENTIAL_ID: credential,
          modelName: 'x',
          cache: '',
        },
        llmMessages: '',
      }),
    ],
    [
      'with credentials in rows',
      wireOf('agentAgentflow', {
        agentTools: [
          {
            agentSelectedTool: 'calculator',
            agentSelectedToolConfig: { FLOWISE_CREDENTIAL_ID: credential, a: 1 },
          },
        ],
        agentModel: '',
      }),
    ],
  ])('%s', (_name, wire) => {
    const data = isJsonObject(wire.data) ? wire.data : {}
    expect(JSON.stringify(inputsAfter(wire))).toBe(JSON.stringify(data.inputs))
  })
})

/** A value that may stand in an input without being mended: nothing in an anchor, a list or nothing in rows. */
function valueFor(input: InputDefinition): fc.Arbitrary<unknown> {
  if (!isParam(input)) return fc.constantFrom('', null, [])
  if (input.type === 'array' || input.type === 'datagrid') return fc.constantFrom('', [], [{ a: 1 }, 'x'])
  return fc.jsonValue({ maxDepth: 2 })
}

const CHAT_TYPES = ['chatOpenAI', 'llmChain', 'conversationChain', 'toolAgent', 'bufferMemory'] as const

test.each(CHAT_TYPES)('whatever inputs %s comes with, they come back word for word', (type) => {
  const definition = find(type)
  const inputs = definition?.inputs ?? []
  const values: fc.Arbitrary<Record<string, unknown>> = fc.record(
    Object.fromEntries([
      ...inputs.map((input) => [input.name, valueFor(input)]),
      ['credential', fc.constantFrom('', credential)],
      ['FLOWISE_CREDENTIAL_ID', fc.constantFrom('', credential)],
      ['unknown', fc.jsonValue({ maxDepth: 2 })],
    ]),
    { requiredKeys: [] },
  )
  const shuffled = values.chain((object) =>
    fc
      .shuffledSubarray(Object.keys(object), { minLength: Object.keys(object).length })
      .map((keys) => Object.fromEntries(keys.map((key) => [key, object[key]]))),
  )
  fc.assert(
    fc.property(shuffled, (came) => {
      const inputs: JsonObject = JSON.parse(JSON.stringify(came))
      expect(JSON.stringify(inputsAfter(wireOf(type, inputs)))).toBe(JSON.stringify(inputs))
    }),
    campaign(200, 20_000),
  )
})

test('a node of our own canvas is written with all its anchors, as the reference writes it', () => {
  const document = makeDocument(
    [makeNode('chatOpenAI_0', { values: { modelName: 'x' } }), makeNode('llmChain_0')],
    [makeAnchorEdge('chatOpenAI_0', 'llmChain_0:model')],
  )
  const [model, chain] = exportFlow(document, find).nodes
  expect(model?.data).toMatchObject({ inputs: { modelName: 'x', cache: '' } })
  expect(chain?.data).toMatchObject({ inputs: { model: '{{chatOpenAI_0.data.instance}}', outputParser: '' } })
})

test('an edge drawn after the import is written, though its input did not come', () => {
  const wire = [wireOf('chatOpenAI', {}), wireOf('llmChain', { chainName: 'x' })]
  const { document } = importFlow({ nodes: wire, edges: [] }, find)
  const drawn = { ...document, edges: [makeAnchorEdge('chatOpenAI_0', 'llmChain_0:model')] }
  const [, chain] = exportFlow(drawn, find).nodes
  const data = isJsonObject(chain?.data) ? chain.data : {}
  expect(data.inputs).toEqual({ chainName: 'x', model: '{{chatOpenAI_0.data.instance}}' })
})
