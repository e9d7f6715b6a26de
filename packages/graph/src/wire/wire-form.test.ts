import { flowDocumentSchema, isJsonObject, type JsonObject, type JsonValue, ROW_ID } from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTestDefinition } from '../testing.ts'
import { exportFlow } from './export-flow.ts'
import { importFlow } from './import-flow.ts'
import { WIRE_FIXTURES } from './wire-fixtures.fixture.ts'

const find = findTestDefinition

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function roundTrip(wire: unknown) {
  const imported = importFlow(wire, find)
  const { viewport } = imported
  return { imported, exported: exportFlow(imported.document, find, { viewport }) }
}

describe.each(['chatChain', 'agentCondition', 'agentIteration'] as const)('the sound flow %s', (name) => {
  const wire = WIRE_FIXTURES[name]
  const { imported, exported } = roundTrip(wire)

  test('comes back with every value, credential, place and unknown key', () => {
    const before = objects(wire.nodes)
    expect(exported.nodes.map((node) => node.id)).toEqual(before.map((node) => node.id))
    for (const [index, node] of exported.nodes.entries()) {
      const original = before[index] ?? {}
      const data = object(node.data)
      const originalData = object(original.data)
      expect(JSON.stringify(data.inputs)).toBe(JSON.stringify(originalData.inputs))
      for (const key of ['credential', 'label', 'version', 'name', 'outputs']) {
        expect(data[key], `${node.id} ${key}`).toEqual(originalData[key])
      }
      for (const key of [
        'position',
        'positionAbsolute',
        'type',
        'width',
        'height',
        'parentNode',
        'extent',
        'style',
      ]) {
        expect(node[key], `${node.id} ${key}`).toEqual(original[key])
      }
    }
  })

  test('comes back with every edge as it was', () => {
    const originals = objects(wire.edges)
    expect(exported.edges).toHaveLength(originals.length)
    for (const [index, edge] of exported.edges.entries()) expect(edge).toEqual(originals[index])
  })

  test('reports no fault and no repair of a field', () => {
    const codes = imported.problems.map(({ code }) => code)
    expect(codes.filter((code) => !['extra_keys', 'mention_span'].includes(code))).toEqual([])
  })
})

describe.each(Object.entries(WIRE_FIXTURES))('the flow %s', (_name, wire) => {
  test('is the same document after export and import', () => {
    const { imported, exported } = roundTrip(wire)
    const again = importFlow(JSON.parse(JSON.stringify(exported)), find)
    expect(again.document).toEqual(imported.document)
  })

  test('becomes a valid document', () => {
    const { document } = importFlow(wire, find)
    expect(flowDocumentSchema.safeParse(document).error).toBeUndefined()
  })

  test('shows no row id on the wire', () => {
    expect(JSON.stringify(roundTrip(wire).exported)).not.toContain(ROW_ID)
  })

  test('gives the same flow as a record, as text, and with a byte order mark', () => {
    const { document } = importFlow(wire, find)
    const { name: _name, type: _type, ...flowData } = wire
    const { extra: _extra, ...expected } = document
    const forms: unknown[] = [
      { id: 'x', name: 'N', type: 'CHATFLOW', flowData: JSON.stringify(flowData) },
      { flowData },
      `\uFEFF${JSON.stringify(flowData)}`,
    ]
    for (const form of forms) expect(importFlow(form, find).document).toMatchObject(expected)
  })
})

test('keeps unknown top-level keys', () => {
  const { imported, exported } = roundTrip(WIRE_FIXTURES.agentCondition)
  expect(imported.document.extra).toEqual({ description: 'Sorts a question', usecases: ['Support'] })
  expect(exported).toMatchObject({ description: 'Sorts a question', usecases: ['Support'] })
})

test('maps branches to row ids, the last one to else, and keeps a text of the author on an edge', () => {
  const { document } = importFlow(WIRE_FIXTURES.agentCondition, find)
  const branches = document.edges.filter((edge) => edge.source === 'conditionAgentflow_0')
  expect(branches.map((edge) => [edge.sourceAnchor, edge.label])).toEqual([
    ['r0', undefined],
    ['r1', 'talking'],
    ['else', undefined],
  ])
})

test('takes credentials out of every place where they stand and remembers the spelling', () => {
  const { document } = importFlow(WIRE_FIXTURES.agentCondition, find)
  const agent = document.nodes.find((node) => node.id === 'agentAgentflow_0')
  expect(agent?.credentials).toEqual({
    agentModelConfig: '22222222-2222-4222-8222-222222222222',
    'agentTools[r1].agentSelectedToolConfig': '33333333-3333-4333-8333-333333333333',
  })
  expect(JSON.stringify(agent?.values)).not.toMatch(/FLOWISE_CREDENTIAL_ID|3333|2222/)
})

test('gives rows inside the settings of a selected component their ids', () => {
  const { document } = importFlow(WIRE_FIXTURES.agentCondition, find)
  const agent = document.nodes.find((node) => node.id === 'agentAgentflow_0')
  expect(JSON.stringify(agent?.values.agentTools)).toContain(
    '"headers":[{"$row":"r0","key":"a","value":"b"}]',
  )
})

describe('a flow with many faults', () => {
  const { imported, exported } = roundTrip(WIRE_FIXTURES.oldToolAgent)
  const codes = imported.problems.map((problem) => `${problem.severity} ${problem.code}`)

  test('lists each repair and fault', () => {
    expect(new Set(codes)).toEqual(
      new Set([
        'repair extra_keys',
        'repair node_inputs_unused',
        'repair node_missing_version',
        'repair node_missing_size',
        'warning node_unknown_type',
        'repair edge_duplicate_id',
        'repair edge_guessed_handle',
        'warning edge_unknown_anchor',
        'warning edge_dangling',
        'repair param_list_was_text',
        'warning reference_unknown_node',
        'warning reference_without_edge',
        'warning edge_without_reference',
        'warning secret_in_value',
      ]),
    )
  })

  test('never shows the secret that it flags', () => {
    expect(JSON.stringify(imported.problems)).not.toMatch(/hunter22|sk-proj/)
  })

  test('keeps a node of an unknown type with its definition', () => {
    const wireNode = exported.nodes.find((node) => node.id === 'oldSearch_0')
    const original = objects(WIRE_FIXTURES.oldToolAgent.nodes).find((node) => node.id === 'oldSearch_0')
    expect(wireNode?.data).toEqual(original?.data)
  })

  test('keeps references that no edge stands for, and the keys it does not know', () => {
    const agent = exported.nodes.find((node) => node.id === 'toolAgent_0')
    expect(agent?.custom).toEqual({ a: [1] })
    expect(object(agent?.data).weird).toEqual({ k: true })
    expect(object(object(agent?.data).inputs)).toMatchObject({
      memory: ['{{bufferMemory_0.data.instance}}', '{{gone_0.data.instance}}'],
      tools: ['{{calculator_0.data.instance}}', '{{oldSearch_0.data.instance}}', '{{lost_0.data.instance}}'],
      systemMessage: 'Be nice. {{calculator_0.data.instance}}',
    })
  })

  test('joins an edge without handles where only one anchor fits', () => {
    expect(imported.document.edges.find((edge) => edge.id === 'e2')).toMatchObject({
      sourceAnchor: 'calculator',
      targetAnchor: 'tools',
      role: 'component',
      extra: { animated: true },
    })
  })

  test('writes new handles for known types and old ones for anchors that are gone', () => {
    const handles = Object.fromEntries(
      exported.edges.map((edge) => [edge.id, [edge.sourceHandle, edge.targetHandle]]),
    )
    expect(handles.e1?.[0]).toBe(
      'chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel|BaseLanguageModel|Runnable',
    )
    expect(handles.e1__2?.[1]).toBe('toolAgent_0-input-memory-BaseChatMemory')
    expect(handles.e4?.[1]).toBe('toolAgent_0-input-vanished-Thing')
  })
})

test('takes the flow data when a file holds nodes beside it, and says so', () => {
  const { document, problems } = importFlow({ nodes: [], edges: [], flowData: WIRE_FIXTURES.chatChain }, find)
  expect(document.nodes).toHaveLength(7)
  expect(problems.map((problem) => problem.code)).toContain('both_forms')
})

test('gives a node an id of its own when its id holds what a database cannot keep', () => {
  const nodes = [{ id: 'a\0b', data: { id: 'a\0b', name: 'startAgentflow', inputs: {} } }]
  const { document, problems } = importFlow({ nodes, edges: [] }, find)
  expect(document.nodes.map((node) => node.id)).toEqual(['startAgentflow_0'])
  expect(problems.map((problem) => problem.code)).toContain('node_missing_id')
})

test('gives nodes without an id or with a double one an id of their own', () => {
  const wire = {
    nodes: [
      { data: { name: 'calculator' } },
      { id: 'a', data: { name: 'calculator' } },
      { id: 'a', data: { name: 'calculator' } },
    ],
  }
  const { document, problems } = importFlow(wire, find)
  expect(document.nodes.map((node) => node.id)).toEqual(['calculator_0', 'a', 'calculator_1'])
  expect(problems.map((problem) => problem.code)).toEqual(
    expect.arrayContaining(['node_missing_id', 'node_duplicate_id']),
  )
})

test('turns the text of a list into rows', () => {
  const wire = {
    nodes: [
      {
        id: 'conditionAgentflow_0',
        data: { name: 'conditionAgentflow', inputs: { conditions: '[{"type":"number"}]' } },
      },
    ],
  }
  const { document, problems } = importFlow(wire, find)
  expect(document.nodes[0]?.values.conditions).toEqual([{ [ROW_ID]: 'r0', type: 'number' }])
  expect(problems.map((problem) => problem.code)).toContain('param_list_was_text')
})

test('frees a node whose container is not there, and writes the container again', () => {
  const wire = { nodes: [{ id: 'llmAgentflow_0', parentNode: 'gone', data: { name: 'llmAgentflow' } }] }
  const { imported, exported } = roundTrip(wire)
  expect(imported.document.nodes[0]?.parent).toBeUndefined()
  expect(imported.problems.map((problem) => problem.code)).toContain('node_freed')
  expect(exported.nodes[0]?.parentNode).toBe('gone')
})

test('frees nodes that contain each other', () => {
  const wire = {
    nodes: [
      {
        id: 'iterationAgentflow_0',
        parentNode: 'iterationAgentflow_1',
        data: { name: 'iterationAgentflow' },
      },
      {
        id: 'iterationAgentflow_1',
        parentNode: 'iterationAgentflow_0',
        data: { name: 'iterationAgentflow' },
      },
    ],
  }
  const { document } = importFlow(wire, find)
  expect(document.nodes.filter((node) => node.parent === undefined)).toHaveLength(1)
})

test('an arbitrary object never breaks the import in another way than by a refusal', () => {
  const node = fc.record(
    {
      id: fc.jsonValue(),
      position: fc.jsonValue(),
      data: fc.record(
        {
          name: fc.constantFrom('llmChain', 'conditionAgentflow', 'x', 1),
          inputs: fc.jsonValue(),
          label: fc.jsonValue(),
          outputs: fc.jsonValue(),
          credential: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      parentNode: fc.jsonValue(),
      width: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const edge = fc.record(
    {
      id: fc.jsonValue(),
      source: fc.jsonValue(),
      target: fc.jsonValue(),
      sourceHandle: fc.jsonValue(),
      data: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), fc.array(edge, { maxLength: 5 }), (nodes, edges) => {
      const { document } = importFlow(JSON.parse(JSON.stringify({ nodes, edges })), find)
      expect(flowDocumentSchema.safeParse(document).error).toBeUndefined()
      const again = importFlow(JSON.parse(JSON.stringify(exportFlow(document, find))), find)
      expect(again.document).toEqual(document)
    }),
    campaign(300, 30_000),
  )
})
