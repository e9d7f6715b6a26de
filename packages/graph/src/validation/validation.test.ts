import { FLOW_FORMAT, type FlowDocument, isRunnelError, ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { settleRanks } from '../document/settle-ranks.ts'
import { makeProblem } from '../problems/make-problem.ts'
import {
  findTestDefinition,
  makeAnchorEdge,
  makeControlEdge,
  makeDefinition,
  makeDocument,
  makeNode,
} from '../testing.ts'
import { importFlow } from '../wire/import-flow.ts'
import { WIRE_FIXTURES } from '../wire/wire-fixtures.fixture.ts'
import { findInnerFlows, findNamedStores, findStoredTools } from './check-chosen-rows.ts'
import { CONDITION_ALERTS, conditionCodeAlerts, conditionItemAlerts } from './check-conditions.ts'
import { checkDocument } from './check-document.ts'
import { keepRepairs } from './keep-repairs.ts'
import { toValidationRows, validateFlow } from './validate-flow.ts'

const find = findTestDefinition
const start = makeNode('startAgentflow_0', { values: { startInputType: 'chatInput' } })

function findings(document: FlowDocument, credentials?: string[]): string[] {
  return validateFlow(document, find, credentials ? { credentials: new Set(credentials) } : {}).map(
    (problem) => [problem.severity, problem.code, problem.nodeId ?? '', problem.param ?? ''].join(' ').trim(),
  )
}

test('of very many repairs a version keeps the first ones and the number of the others', () => {
  const repairs = (length: number) =>
    Array.from({ length }, (_, index) =>
      makeProblem('repair', 'node_missing_version', { nodeId: `n${index}` }),
    )
  expect(keepRepairs(repairs(500))).toEqual(repairs(500))
  const kept = keepRepairs(repairs(100_000))
  expect(kept).toHaveLength(501)
  expect(kept.at(-1)).toMatchObject({ code: 'more_repairs', details: { number: 99_500 } })
  expect(kept.at(-1)?.message).toContain('99500 more')
})

test('a sound flow has no errors', () => {
  for (const wire of [WIRE_FIXTURES.chatChain, WIRE_FIXTURES.agentCondition, WIRE_FIXTURES.agentIteration]) {
    const problems = validateFlow(importFlow(wire, find).document, find)
    expect(problems.filter((problem) => problem.severity === 'error')).toEqual([])
  }
})

test('needed params that are shown and empty are named: of nodes, rows and settings', () => {
  const settings = makeDefinition({
    name: 'picky',
    label: 'Picky',
    category: 'Tools',
    baseClasses: ['Tool'],
    inputs: [
      { name: 'must', label: 'Must', type: 'string' },
      { name: 'never', label: 'Never', type: 'string', show: { must: 'x' } },
    ],
  })
  const document = makeDocument(
    [
      start,
      makeNode('agentAgentflow_0', {
        values: {
          agentModel: 'chatOpenAI',
          agentTools: [{ [ROW_ID]: 'r3', agentSelectedTool: 'picky' }, { [ROW_ID]: 'r4' }],
        },
      }),
      makeNode('llmAgentflow_0', {
        values: { llmMessages: [{ [ROW_ID]: 'r0', role: 'user', content: '<p></p>' }] },
      }),
    ],
    [
      makeControlEdge('startAgentflow_0', 'agentAgentflow_0'),
      makeControlEdge('agentAgentflow_0', 'llmAgentflow_0'),
    ],
  )
  const params = validateFlow(document, (type) => (type === 'picky' ? settings : find(type)))
    .filter((problem) => problem.code === 'param_missing')
    .map((problem) => `${problem.nodeId} ${problem.param}`)
  expect(params).toEqual(
    expect.arrayContaining([
      'agentAgentflow_0 agentTools[r4].agentSelectedTool',
      'llmAgentflow_0 llmModel',
      'llmAgentflow_0 llmMessages[r0].content',
    ]),
  )
  expect(params).not.toContain('agentAgentflow_0 agentModel')
  expect(params.join()).not.toContain('Never')
})

test('a loader needs no file of its own where its store takes files of chats', () => {
  const reader = makeDefinition({
    name: 'reader',
    label: 'Reader',
    category: 'Document Loaders',
    baseClasses: ['Document'],
    inputs: [{ name: 'paper', label: 'Paper', type: 'file' }],
  })
  const shelf = makeDefinition({
    name: 'shelf',
    label: 'Shelf',
    category: 'Vector Stores',
    baseClasses: ['Shelf'],
    inputs: [
      { name: 'document', label: 'Document', type: 'Document', list: true },
      { name: 'takes', label: 'Takes files', type: 'boolean', optional: true, readAs: 'chatFiles' },
    ],
  })
  const known = new Map([reader, shelf].map((each) => [each.name, each]))
  const lackOf = (takes: boolean) => {
    const nodes = [makeNode('reader_0'), makeNode('shelf_0', { values: { takes } })]
    const document = makeDocument(nodes, [makeAnchorEdge('reader_0', 'shelf_0:document')])
    return validateFlow(document, (type) => known.get(type)).flatMap(({ param }) => param ?? [])
  }
  expect(lackOf(false)).toEqual(['paper'])
  expect(lackOf(true)).toEqual([])
})

test('an anchor that is needed and free is named', () => {
  const document = makeDocument(
    [makeNode('chatOpenAI_0', { credentials: { credential: 'c' } }), makeNode('conversationChain_0')],
    [makeAnchorEdge('chatOpenAI_0', 'conversationChain_0:model')],
  )
  expect(findings(document)).toEqual(['warning param_missing conversationChain_0 memory'])
})

test('credentials that are missing or gone are warnings', () => {
  const node = (credential?: string) =>
    makeDocument(
      [
        makeNode('chatOpenAI_0', credential ? { credentials: { credential } } : {}),
        makeNode('conversationChain_0'),
      ],
      [makeAnchorEdge('chatOpenAI_0', 'conversationChain_0:model')],
    )
  expect(findings(node())).toContain('warning credential_missing chatOpenAI_0 credential')
  expect(findings(node('x'), ['y'])).toContain('warning credential_unknown chatOpenAI_0 credential')
  expect(findings(node('y'), ['y']).join()).not.toContain('credential_')
  const agent = makeDocument(
    [start, makeNode('llmAgentflow_0', { values: { llmModel: 'chatOpenAI' } })],
    [makeControlEdge('startAgentflow_0', 'llmAgentflow_0')],
  )
  expect(findings(agent)).toContain('warning credential_missing llmAgentflow_0 llmModelConfig')
})

describe('custom tools that are not there', () => {
  const words = ['name', 'description', 'schema', 'code'] as const
  const tool = makeDefinition({
    name: 'drill',
    label: 'Drill',
    category: 'Tools',
    baseClasses: ['Drill'],
    inputs: [
      { name: 'pick', label: 'Pick', type: 'asyncOptions', readAs: 'storedTool' },
      ...words.map((word) => ({
        name: word,
        label: word,
        type: 'string' as const,
        optional: true,
        readAs: `tool.${word}` as const,
      })),
    ],
  })
  const holder = makeDefinition({
    name: 'holder',
    label: 'Holder',
    category: 'Tools',
    baseClasses: ['Holder'],
    inputs: [
      { name: 'one', label: 'One', type: 'asyncOptions', loadConfig: true },
      {
        name: 'rows',
        label: 'Rows',
        type: 'array',
        array: [{ name: 'each', label: 'Each', type: 'asyncOptions', loadConfig: true }],
      },
    ],
  })
  const findTool = (type: string) => [tool, holder].find(({ name }) => name === type)
  const document = makeDocument([
    makeNode('drill_0', { values: { pick: 'a' } }),
    makeNode('drill_1', {
      values: { pick: 'b', name: 'n', description: 'd', schema: '[]', code: 'return 1' },
    }),
    makeNode('holder_0', {
      values: {
        one: 'drill',
        oneConfig: { pick: 'c' },
        rows: [{ [ROW_ID]: 'r1', each: 'drill', eachConfig: { pick: 'd', name: 'n' } }],
      },
    }),
  ])
  const unknown = (tools?: string[]) =>
    validateFlow(document, findTool, tools && { tools: new Set(tools) }).flatMap(({ code, nodeId, param }) =>
      code === 'tool_unknown' ? [`${nodeId} ${param}`] : [],
    )

  test('are warnings at every place that chose one, unless the node says all itself', () => {
    expect(findStoredTools(document, findTool)).toEqual(['a', 'c', 'd'])
    expect(unknown([])).toEqual([
      'drill_0 pick',
      'holder_0 oneConfig.pick',
      'holder_0 rows[r1].eachConfig.pick',
    ])
    expect(unknown(['a', 'd'])).toEqual(['holder_0 oneConfig.pick'])
  })

  test('flows that are run and not there are told likewise, and servers on which nothing is run', () => {
    const runner = makeDefinition({
      name: 'runner',
      label: 'Runner',
      category: 'Tools',
      baseClasses: ['Runner'],
      inputs: [
        { label: 'Flow', name: 'runs', type: 'asyncOptions', readAs: 'flow' },
        { label: 'Base URL', name: 'on', type: 'string', readAs: 'foreignAddress' },
      ],
    })
    const findRunner = (type: string) => (type === 'runner' ? runner : undefined)
    const flow = makeDocument([
      makeNode('runner_0', { values: { runs: 'a', on: 'https://other.example' } }),
      makeNode('runner_1', { values: { runs: 'b', on: ' ' } }),
    ])
    expect(findInnerFlows(flow, findRunner)).toEqual(['a', 'b'])
    const told = (flows?: string[]) =>
      validateFlow(flow, findRunner, flows && { flows: new Set(flows) })
        .filter(({ code }) => code.startsWith('flow_') && code !== 'flow_empty')
        .map(({ code, nodeId, param, details }) => [code, nodeId, param, details])
    const address = ['flow_address_ignored', 'runner_0', 'on', { address: 'https://other.example' }]
    expect(told(['b'])).toEqual([['flow_unknown', 'runner_0', 'runs', undefined], address])
    expect(told()).toEqual([address])
  })

  test('document stores that are not there are told likewise, also where their names stand beside their ids', () => {
    const store = { label: 'Store', name: 'store', type: 'asyncOptions', readAs: 'documentStore' } as const
    const seeker = makeDefinition({
      name: 'seeker',
      label: 'Seeker',
      category: 'Tools',
      baseClasses: ['Seeker'],
      inputs: [store, { label: 'Rows', name: 'rows', type: 'array', array: [store] }],
    })
    const findSeeker = (type: string) => (type === 'seeker' ? seeker : undefined)
    const values = { store: 'a', rows: [{ [ROW_ID]: 'r1', store: 'b:Teas: green' }] }
    const flow = makeDocument([makeNode('seeker_0', { values })])
    expect(findNamedStores(flow, findSeeker)).toEqual(['a', 'b'])
    const told = (stores?: string[]) =>
      validateFlow(flow, findSeeker, stores && { stores: new Set(stores) }).flatMap(({ code, param }) =>
        code === 'store_unknown' ? [param] : [],
      )
    expect(told([])).toEqual(['store', 'rows[r1].store'])
    expect(told(['b'])).toEqual(['store'])
    expect(told()).toEqual([])
  })

  test('are told by nobody who does not know which are', () => {
    expect(unknown()).toEqual([])
  })
})

test.each([
  ['edge_dangling', makeDocument([start], [makeControlEdge('startAgentflow_0', 'gone')])],
  [
    'edge_self',
    makeDocument([start, makeNode('llmAgentflow_0')], [makeControlEdge('llmAgentflow_0', 'llmAgentflow_0')]),
  ],
  [
    'edge_cycle',
    makeDocument(
      [start, makeNode('llmAgentflow_0'), makeNode('llmAgentflow_1')],
      [
        makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'),
        makeControlEdge('llmAgentflow_1', 'llmAgentflow_0'),
      ],
    ),
  ],
  ['node_unknown_type', makeDocument([start, makeNode('mystery_0')])],
  ['start_missing', makeDocument([makeNode('llmAgentflow_0')])],
  ['start_several', makeDocument([start, { ...start, id: 'startAgentflow_1' }])],
  ['ending_wrong_kind', makeDocument([makeNode('chatOpenAI_0')])],
  ['flow_empty', makeDocument([])],
  ['node_bad_parent', makeDocument([start, makeNode('llmAgentflow_0', { parent: 'gone' })])],
])('%s is an error', (code, document) => {
  expect(
    validateFlow(document, find)
      .filter((problem) => problem.severity === 'error')
      .map((problem) => problem.code),
  ).toContain(code)
})

test.each([
  ['node_unconnected', makeDocument([start, makeNode('llmAgentflow_0')])],
  ['node_newer_version', makeDocument([{ ...start, typeVersion: 99 }])],
  [
    'edge_unknown_anchor',
    makeDocument(
      [start, makeNode('llmAgentflow_0')],
      [makeControlEdge('startAgentflow_0:nope', 'llmAgentflow_0')],
    ),
  ],
  [
    'edge_too_many',
    makeDocument(
      [makeNode('chatOpenAI_0'), makeNode('chatOpenAI_1'), makeNode('conversationChain_0')],
      [
        makeAnchorEdge('chatOpenAI_0', 'conversationChain_0:model'),
        makeAnchorEdge('chatOpenAI_1', 'conversationChain_0:model'),
      ],
    ),
  ],
  [
    'edge_type_mismatch',
    makeDocument(
      [makeNode('bufferMemory_0'), makeNode('conversationChain_0')],
      [makeAnchorEdge('bufferMemory_0', 'conversationChain_0:model')],
    ),
  ],
  [
    'reference_unknown_node',
    makeDocument([
      start,
      makeNode('llmAgentflow_0', { values: { llmUserMessage: '{{llmAgentflow_9.output.x}}' } }),
    ]),
  ],
  [
    'reference_without_edge',
    makeDocument([
      makeNode('llmChain_0'),
      makeNode('promptTemplate_0', { values: { promptValues: '{"a":"{{llmChain_0.data.instance}}"}' } }),
    ]),
  ],
  [
    'secret_in_value',
    makeDocument([makeNode('promptTemplate_0', { values: { template: 'key sk-abcdefghijklmnopqrstuvwx' } })]),
  ],
])('%s is a warning', (code, document) => {
  expect(
    validateFlow(document, find)
      .filter((problem) => problem.severity === 'warning')
      .map((problem) => problem.code),
  ).toContain(code)
})

test('a node that is switched off is not looked at', () => {
  const document = makeDocument([start, makeNode('mystery_0', { disabled: true })])
  expect(findings(document)).toEqual([])
})

describe('the alerts of condition nodes [S5-ALERT-01..05]', () => {
  test('have the texts of the specification', () => {
    expect(CONDITION_ALERTS).toEqual({
      condition_no_variable:
        'Please specify a Variable. Try connecting Condition node to a previous node and select the variable',
      condition_no_output_name: 'Please specify an Output Name',
      condition_no_operation: 'Please select an operation for the condition',
      condition_no_item: 'Please add an item for the condition',
      condition_no_return:
        'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.',
    })
  })

  test('come for conditions of agent flows', () => {
    const condition = (conditions: object[]) =>
      makeDocument(
        [
          start,
          makeNode('conditionAgentflow_0', {
            values: { conditions: conditions.map((row, n) => ({ [ROW_ID]: `r${n}`, ...row })) },
          }),
        ],
        [makeControlEdge('startAgentflow_0', 'conditionAgentflow_0')],
      )
    expect(findings(condition([]))).toContain('warning condition_no_item conditionAgentflow_0 conditions')
    expect(findings(condition([{ operation: 'equal' }]))).toContain(
      'warning condition_no_variable conditionAgentflow_0 conditions[r0]',
    )
    expect(findings(condition([{ value1: 'a' }]))).toContain(
      'warning condition_no_operation conditionAgentflow_0 conditions[r0]',
    )
    expect(
      findings(condition([{ value1: 'a', operation: 'equal', value2: 'b', type: 'string' }])).join(),
    ).not.toContain('condition_no')
  })

  test('come for items and code of the older nodes', () => {
    const names = { variable: 'variable', operation: 'operation', output: 'output' }
    expect(conditionItemAlerts([{ variable: 'x', operation: 'Is', output: ' ' }], names)).toEqual([
      { code: 'condition_no_output_name', item: 0 },
    ])
    expect(conditionCodeAlerts('return 1')).toEqual([{ code: 'condition_no_return' }])
    expect(conditionCodeAlerts('return "a"')).toEqual([])
  })
})

describe('two writers of one state key', () => {
  const writer = (id: string) =>
    makeNode(id, { values: { llmUpdateState: [{ [ROW_ID]: 'r0', key: 'topic', value: 'x' }] } })
  const nodes = [
    start,
    makeNode('conditionAgentflow_0', { values: { conditions: [{ [ROW_ID]: 'r0' }] } }),
    writer('llmAgentflow_0'),
    writer('llmAgentflow_1'),
  ]
  const codes = (edges: [string, string][]) =>
    findings(
      makeDocument(
        nodes,
        edges.map(([from, to]) => makeControlEdge(from, to)),
      ),
    ).join()

  test('are a warning when they may run side by side', () => {
    expect(
      codes([
        ['startAgentflow_0', 'llmAgentflow_0'],
        ['startAgentflow_0', 'llmAgentflow_1'],
      ]),
    ).toContain('state_two_writers')
  })

  test('are fine one after the other, and on different branches', () => {
    expect(
      codes([
        ['startAgentflow_0', 'llmAgentflow_0'],
        ['llmAgentflow_0', 'llmAgentflow_1'],
      ]),
    ).not.toContain('state_two_writers')
    expect(
      codes([
        ['startAgentflow_0', 'conditionAgentflow_0'],
        ['conditionAgentflow_0:r0', 'llmAgentflow_0'],
        ['conditionAgentflow_0:else', 'llmAgentflow_1'],
      ]),
    ).not.toContain('state_two_writers')
  })
})

test('problems become the rows of /validation', () => {
  const document = makeDocument([start, makeNode('llmAgentflow_0', { label: 'Ask' })])
  expect(toValidationRows(document, validateFlow(document, find))).toEqual(
    expect.arrayContaining([
      {
        id: 'llmAgentflow_0',
        label: 'Ask',
        name: 'llmAgentflow',
        issues: ['This node is not connected to anything', 'Model is required'],
      },
    ]),
  )
})

test('2,000 nodes are validated as a matter of course', () => {
  const nodes = [
    start,
    ...Array.from({ length: 2000 }, (_, n) =>
      makeNode(`llmAgentflow_${n}`, {
        values: { llmUpdateState: [{ [ROW_ID]: 'r0', key: `k${n}`, value: '' }] },
      }),
    ),
  ]
  const edges = Array.from({ length: 2000 }, (_, n) =>
    makeControlEdge(n === 0 ? 'startAgentflow_0' : `llmAgentflow_${n - 1}`, `llmAgentflow_${n}`),
  )
  expect(validateFlow(makeDocument(nodes, edges), find).some((problem) => problem.severity === 'error')).toBe(
    false,
  )
})

describe('a document in the record form', () => {
  function refusal(input: unknown): string {
    try {
      checkDocument(input)
    } catch (error) {
      if (isRunnelError(error) && error.code === 'invalid_flow') return error.message
      throw error
    }
    return ''
  }

  test('that is sound is taken with its problems', () => {
    const document = importFlow(WIRE_FIXTURES.oldToolAgent, find).document
    expect(checkDocument(JSON.parse(JSON.stringify(document)))).toEqual({
      ...settleRanks(document),
      format: FLOW_FORMAT,
    })
  })

  test.each([
    ['nothing', null],
    ['no lists', {}],
    ['an unknown key', { nodes: [], edges: [], more: 1 }],
    ['a node without an id', { nodes: [{ type: 'x' }], edges: [] }],
    ['one id twice', { nodes: [makeNode('a_0'), makeNode('a_0')], edges: [] }],
    [
      'containers in a circle',
      { nodes: [makeNode('a_0', { parent: 'a_1' }), makeNode('a_1', { parent: 'a_0' })], edges: [] },
    ],
  ])('with %s is refused', (_what, input) => {
    expect(refusal(input)).not.toBe('')
  })

  test('with 100,000 nodes or too many levels is refused with the limit', () => {
    expect(refusal({ nodes: Array.from({ length: 100_000 }, () => makeNode('a_0')), edges: [] })).toContain(
      '20000',
    )
    let deep: unknown = 1
    for (let level = 0; level < 5000; level += 1) deep = [deep]
    expect(refusal({ nodes: [{ ...makeNode('a_0'), values: { deep } }], edges: [] })).toContain(
      'deeper than 60',
    )
  })
})
