import { flowDocumentSchema, isRunnelError, type JsonObject, type JsonValue } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { redactFlow } from '../redaction/redact-flow.ts'
import { findTestDefinition } from '../testing.ts'
import { exportFlow } from './export-flow.ts'
import { importFlow } from './import-flow.ts'
import { WIRE_FIXTURES } from './wire-fixtures.fixture.ts'

const find = findTestDefinition

/** A wire node as the reference saves it; `data` and `wire` change it. */
function node(name: string, data: JsonObject = {}, wire: JsonObject = {}): JsonObject {
  const id = `${name}_0`
  const size = { width: 300, height: 200 }
  const saved = { id, label: name, name, version: 1, inputs: {}, outputs: {}, ...data }
  return { id, position: { x: 1, y: 2 }, ...size, data: saved, ...wire }
}

function without(object: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

const model = node('chatOpenAI', { version: 8.3, inputs: { modelName: 'gpt-4o' } })
const chain = node('llmChain', { inputs: { model: '{{chatOpenAI_0.data.instance}}', prompt: '' } })
const edge = {
  id: 'e',
  source: 'chatOpenAI_0',
  sourceHandle: 'chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel|BaseLanguageModel|Runnable',
  target: 'llmChain_0',
  targetHandle: 'llmChain_0-input-model-BaseLanguageModel',
  type: 'buttonedge',
  data: { label: '' },
}
const flow = { nodes: [model, chain], edges: [edge] }
const credential = '5f0f5c1e-9d5f-4f0e-8d7c-0d8b1c6f9a11'
const mention = '<p>Hi <span class="variable" data-type="mention" data-id="question">{{question}}</span></p>'
const key = 'sk-proj-aaaaaaaaaaaaaaaaaaaaaaaaaaaa'

const forms: [string, unknown, string[]][] = [
  ['a sound flow', flow, []],
  ['an older version of a node', { nodes: [node('chatOpenAI', { version: 2 })], edges: [] }, []],
  ['a version that is a text', { nodes: [node('calculator', { version: '1' })], edges: [] }, []],
  [
    'a type that was removed',
    { nodes: [node('openAIFunctionAgent')], edges: [] },
    ['repair node_replaced_type openAIFunctionAgent_0'],
  ],
  [
    'a type that was removed, whose successor does something else',
    { nodes: [node('weaviateUpsert')], edges: [] },
    ['warning node_removed_type weaviateUpsert_0'],
  ],
  ['a type that never was', { nodes: [node('parrot')], edges: [] }, ['warning node_unknown_type parrot_0']],
  [
    'a node without a version',
    { nodes: [node('calculator', { version: null })], edges: [] },
    ['repair node_missing_version calculator_0'],
  ],
  [
    'a mention in rich text',
    { nodes: [node('llmAgentflow', { inputs: { llmUserMessage: mention } })], edges: [] },
    ['repair mention_span llmAgentflow_0'],
  ],
  [
    'an input that refers to a node that is not there',
    { nodes: [node('llmChain', { inputs: { model: '{{gone_0.data.instance}}' } })], edges: [] },
    ['warning reference_unknown_node llmChain_0'],
  ],
  [
    'an input whose edge is not there',
    { nodes: [model, chain], edges: [] },
    ['warning reference_without_edge llmChain_0'],
  ],
  [
    'an edge whose value does not name it',
    { nodes: [model, node('llmChain')], edges: [edge] },
    ['warning edge_without_reference llmChain_0'],
  ],
  [
    'a handle that the node does not declare',
    { nodes: [model, node('llmChain')], edges: [{ ...edge, targetHandle: 'llmChain_0-input-mind-Mind' }] },
    ['warning edge_unknown_anchor llmChain_0'],
  ],
  [
    'an edge without handles',
    { nodes: [model, chain], edges: [without(edge, 'sourceHandle', 'targetHandle')] },
    ['repair edge_guessed_handle chatOpenAI_0', 'repair edge_guessed_handle llmChain_0'],
  ],
  ['an edge to a node that is not there', { nodes: [model], edges: [edge] }, ['warning edge_dangling e']],
  [
    'two edges with one id',
    { nodes: [model, chain, node('calculator')], edges: [edge, { ...edge, target: 'gone_0' }] },
    ['repair edge_duplicate_id e__2', 'warning edge_dangling e__2'],
  ],
  [
    'an edge without an id',
    { nodes: [model, chain], edges: [without(edge, 'id')] },
    ['repair edge_missing_id'],
  ],
  [
    'an edge whose data is no object',
    { nodes: [model, chain], edges: [{ ...edge, data: 'x' }] },
    ['repair data_unreadable e'],
  ],
  ['nodes without a connection', { nodes: [model, node('calculator')], edges: [] }, []],
  [
    'credentials of another installation',
    { nodes: [node('chatOpenAI', { credential, inputs: { FLOWISE_CREDENTIAL_ID: credential } })], edges: [] },
    [],
  ],
  [
    'icons and files of another machine',
    { nodes: [node('calculator', { icon: '/home/a/b.svg', filePath: '/home/a/b.js' })], edges: [] },
    [],
  ],
  [
    'a list of rows that is a text',
    { nodes: [node('conditionAgentflow', { inputs: { conditions: '[{"type":"number"}]' } })], edges: [] },
    ['repair param_list_was_text conditionAgentflow_0'],
  ],
  [
    'a list of rows that is a text and no list',
    { nodes: [node('conditionAgentflow', { inputs: { conditions: 'if so' } })], edges: [] },
    ['warning param_wrong_type conditionAgentflow_0'],
  ],
  [
    'a list of connections in another order than the edges',
    {
      nodes: [
        node('calculator', { id: 'a' }, { id: 'a' }),
        node('calculator', { id: 'b' }, { id: 'b' }),
        node('toolAgent', { inputs: { tools: ['{{b.data.instance}}', '{{a.data.instance}}'] } }),
      ],
      edges: ['a', 'b'].map((id) => ({
        id,
        source: id,
        sourceHandle: `${id}-output-calculator-Calculator|Tool`,
        target: 'toolAgent_0',
        targetHandle: 'toolAgent_0-input-tools-Tool',
      })),
    },
    ['repair anchor_reordered toolAgent_0'],
  ],
  [
    'a node without a size',
    { nodes: [without(model, 'width', 'height')], edges: [] },
    ['repair node_missing_size'],
  ],
  [
    'a node without a place',
    { nodes: [without(model, 'position')], edges: [] },
    ['repair node_missing_position chatOpenAI_0'],
  ],
  [
    'a place too far for a number',
    { nodes: [node('calculator', {}, { position: JSON.parse('{"x":1e999,"y":0}') })], edges: [] },
    ['repair node_missing_position calculator_0'],
  ],
  [
    'a place that says more than a place',
    { nodes: [node('calculator', {}, { position: { x: 1, y: 2, z: 3 } })], edges: [] },
    ['repair fields_left_out calculator_0'],
  ],
  [
    'a node whose data is no object',
    { nodes: [node('calculator', {}, { data: ['x'] })], edges: [] },
    [
      'repair data_unreadable calculator_0',
      'repair node_guessed_type calculator_0',
      'repair node_missing_version calculator_0',
    ],
  ],
  [
    'a label that is no text',
    { nodes: [node('calculator', { label: 7 })], edges: [] },
    ['repair fields_left_out calculator_0'],
  ],
  [
    'a node without an id',
    { nodes: [node('calculator', { id: null }, { id: 3 })], edges: [] },
    ['repair node_missing_id calculator_0'],
  ],
  [
    'data without an id',
    { nodes: [{ ...model, data: { name: 'chatOpenAI', version: 8.3, inputs: {} } }], edges: [] },
    [],
  ],
  [
    'a container that is not there',
    { nodes: [node('llmAgentflow', {}, { parentNode: 'gone', extent: 'parent' })], edges: [] },
    ['repair node_freed llmAgentflow_0'],
  ],
  [
    'what looks like a key',
    { nodes: [node('chatOpenAI', { inputs: { basepath: key } })], edges: [] },
    ['warning secret_in_value chatOpenAI_0'],
  ],
  ['keys beside the flow', { ...flow, description: 'd', usecases: ['u'] }, ['repair extra_keys']],
  ['a viewport', { ...flow, viewport: { x: 1, y: 2, zoom: 3 } }, []],
  ['a viewport without a zoom', { ...flow, viewport: { x: 1, y: 2 } }, ['repair viewport_unreadable']],
  ['a record with its flow as a text', { name: 'n', type: 'CHATFLOW', flowData: JSON.stringify(flow) }, []],
  ['a record with its flow as an object', { flowData: flow }, []],
  ['a record with settings', { flowData: flow, chatbotConfig: '{}', id: 'x' }, ['repair record_keys']],
  ['a record with nodes beside it', { nodes: [], edges: [], flowData: flow }, ['repair both_forms']],
  ['a byte order mark', `\uFEFF${JSON.stringify(flow)}`, ['repair text_form']],
  ['a byte order mark inside a record', { flowData: `\uFEFF${JSON.stringify(flow)}` }, ['repair text_form']],
]

describe('a flow of the wild with', () => {
  test.each(forms)('%s is taken, and what was mended is named once', (_name, input, expected) => {
    const { document, problems } = importFlow(input, find)
    expect(flowDocumentSchema.safeParse(document).error).toBeUndefined()
    const found = problems.map(({ severity, code, nodeId, edgeId }) =>
      [severity, code, nodeId ?? (code === 'edge_missing_id' ? '' : edgeId) ?? ''].join(' ').trim(),
    )
    expect(found.sort()).toEqual([...expected].sort())
  })

  test.each(forms)('%s comes back the same after export and import', (_name, input) => {
    const { document, viewport } = importFlow(input, find)
    const exported = JSON.stringify(exportFlow(document, find, { viewport }))
    const again = importFlow(exported, find)
    expect(again.document).toEqual(document)
    expect(JSON.stringify(exportFlow(again.document, find, { viewport: again.viewport }))).toBe(exported)
  })
})

test.each(['chatChain', 'agentCondition', 'agentIteration'] as const)(
  'a file that was exported here, %s, needs no repair',
  (name) => {
    const { document } = importFlow(WIRE_FIXTURES[name], find)
    const file = redactFlow(exportFlow(document, find), find)
    const { problems } = importFlow(JSON.stringify(file), find)
    const codes = problems.map(({ code }) => code)
    expect(codes.filter((code) => code !== 'mention_span' && code !== 'extra_keys')).toEqual([])
  },
)

test('a removed type names what does its work since', () => {
  const { problems } = importFlow({ nodes: [node('weaviateUpsert')], edges: [] }, find)
  expect(problems[0]?.message).toContain('Put "weaviate" in its place')
})

describe('a removed type whose successor does the same', () => {
  const agent = node('openAIToolAgent', { version: 7, inputs: { systemMessage: 'Be kind.', tools: [] } })
  const edges = [
    {
      ...edge,
      target: 'openAIToolAgent_0',
      targetHandle: 'openAIToolAgent_0-input-model-BaseChatModel',
    },
    {
      id: 'of the agent',
      source: 'openAIToolAgent_0',
      sourceHandle: 'openAIToolAgent_0-output-openAIToolAgent-AgentExecutor|BaseChain',
      target: 'parrot_0',
      targetHandle: 'parrot_0-input-agent-AgentExecutor',
    },
  ]
  const parrot = node('parrot', { inputAnchors: [{ name: 'agent', label: 'A', type: 'AgentExecutor' }] })

  test('is a node of its successor, with its values and edges, and says so', () => {
    const { document, problems } = importFlow({ nodes: [model, agent, parrot], edges }, find)
    expect(document.nodes[1]).toMatchObject({
      id: 'openAIToolAgent_0',
      type: 'toolAgent',
      typeVersion: find('toolAgent')?.version,
      label: 'openAIToolAgent',
      values: { systemMessage: 'Be kind.' },
    })
    expect(document.nodes[1]).not.toHaveProperty('foreignDefinition')
    expect(document.edges).toMatchObject([
      { targetAnchor: 'model', role: 'component' },
      { sourceAnchor: 'toolAgent', targetAnchor: 'agent' },
    ])
    expect(problems.filter(({ nodeId }) => nodeId === 'openAIToolAgent_0')).toMatchObject([
      {
        code: 'node_replaced_type',
        details: { type: 'openAIToolAgent', successor: 'toolAgent' },
      },
      { code: 'edge_without_reference' },
    ])
  })

  test('needs no repair once it was exported', () => {
    const { document } = importFlow({ nodes: [model, agent, parrot], edges }, find)
    const again = importFlow(JSON.stringify(exportFlow(document, find)), find)
    expect(again.problems.map(({ code }) => code)).toEqual(['node_unknown_type'])
    expect(again.document).toEqual(document)
  })

  test('stays as it came where its successor is not known', () => {
    const { problems } = importFlow({ nodes: [agent], edges: [] }, (type) =>
      type === 'toolAgent' ? undefined : find(type),
    )
    expect(problems.map(({ code }) => code)).toEqual(['node_removed_type'])
  })
})

describe('what is no flow is refused with what it is:', () => {
  const list: JsonValue = []
  test.each([
    ['a whole export of 3.x', { AgentFlowV2: list, ChatFlow: [flow], DocumentStore: list, Tool: list }],
    ['a whole export of 2.x', { Tool: list, ChatFlow: list, AgentFlow: list, Variable: list }],
    ['a tool', { name: 't', description: 'd', color: 'c', schema: '[]', func: 'return 1', id: 'x' }],
  ])('%s', (name, file) => {
    const refusal = (() => {
      try {
        return importFlow(file, find)
      } catch (error) {
        return error
      }
    })()
    expect(isRunnelError(refusal) && refusal.code).toBe('invalid_flow')
    expect(String(refusal)).toContain(name.startsWith('a tool') ? 'a tool' : 'a whole export')
  })
})
