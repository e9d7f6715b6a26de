import { type FlowDocument, isRunnelError, ROW_ID, type RunnelError } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import type { PlanStep, RunPlan } from '../run-plan.ts'
import { findTestDefinition, makeAnchorEdge, makeControlEdge, makeDocument, makeNode } from '../testing.ts'
import { importFlow } from '../wire/import-flow.ts'
import { WIRE_FIXTURES } from '../wire/wire-fixtures.fixture.ts'
import { planRun } from './plan-run.ts'

const find = findTestDefinition
const start = makeNode('startAgentflow_0', { values: { startInputType: 'chatInput' } })

function getStep(plan: RunPlan, id: string): PlanStep {
  const step = plan.steps.get(id)
  if (!step) throw new Error(`no step ${id}`)
  return step
}

function refusal(document: FlowDocument): RunnelError {
  try {
    planRun(document, find)
  } catch (error) {
    if (isRunnelError(error)) return error
    throw error
  }
  throw new Error('it was planned')
}

describe('an agent flow', () => {
  test('has its steps in document order, with branches in the order of the conditions', () => {
    const plan = planRun(importFlow(WIRE_FIXTURES.agentCondition, find).document, find)
    expect(plan.flowType).toBe('agent')
    expect(plan.starts).toEqual(['startAgentflow_0'])
    expect([...plan.steps.keys()]).toEqual([
      'startAgentflow_0',
      'llmAgentflow_0',
      'conditionAgentflow_0',
      'agentAgentflow_0',
      'directReplyAgentflow_0',
      'directReplyAgentflow_1',
    ])
    const branches = getStep(plan, 'conditionAgentflow_0').outgoing
    expect(branches.map((edge) => [edge.branch, edge.branchIndex, edge.target])).toEqual([
      ['r0', 0, 'agentAgentflow_0'],
      ['r1', 1, 'directReplyAgentflow_0'],
      ['else', 2, 'directReplyAgentflow_1'],
    ])
    expect(getStep(plan, 'llmAgentflow_0').incoming[0]).toMatchObject({ branch: 'out', branchIndex: -1 })
  })

  test('plans the inside of an iteration as a plan of its own, and names fixed branches', () => {
    const plan = planRun(importFlow(WIRE_FIXTURES.agentIteration, find).document, find)
    const { children } = getStep(plan, 'iterationAgentflow_0')
    expect([...(children?.steps.keys() ?? [])]).toEqual(['llmAgentflow_0', 'customFunctionAgentflow_0'])
    expect(children?.starts).toEqual(['llmAgentflow_0'])
    expect(plan.steps.has('llmAgentflow_0')).toBe(false)
    const branches = getStep(plan, 'humanInputAgentflow_0').outgoing
    expect(branches.map((edge) => [edge.branch, edge.branchIndex])).toEqual([
      ['proceed', 0],
      ['reject', 1],
    ])
  })

  test('leaves out disabled nodes, notes and what cannot be reached', () => {
    const document = makeDocument(
      [
        start,
        makeNode('llmAgentflow_0', { disabled: true }),
        makeNode('directReplyAgentflow_0'),
        makeNode('directReplyAgentflow_1'),
        makeNode('stickyNoteAgentflow_0'),
        makeNode('unknownThing_0'),
      ],
      [
        makeControlEdge('startAgentflow_0', 'llmAgentflow_0'),
        makeControlEdge('llmAgentflow_0', 'directReplyAgentflow_0'),
        makeControlEdge('startAgentflow_0', 'directReplyAgentflow_1'),
      ],
    )
    expect([...planRun(document, find).steps.keys()]).toEqual(['startAgentflow_0', 'directReplyAgentflow_1'])
  })

  test('counts a connection that is there twice once', () => {
    const edge = makeControlEdge('startAgentflow_0', 'llmAgentflow_0')
    const document = makeDocument([start, makeNode('llmAgentflow_0')], [edge, { ...edge, id: 'other' }])
    expect(getStep(planRun(document, find), 'llmAgentflow_0').incoming).toHaveLength(1)
  })

  test.each([
    ['no start', makeDocument([makeNode('llmAgentflow_0')]), 'The flow has no Start node'],
    [
      'two starts',
      makeDocument([start, { ...start, id: 'startAgentflow_1' }]),
      'Multiple starting nodes are not allowed',
    ],
    [
      'a start without input type',
      makeDocument([makeNode('startAgentflow_0')]),
      'Start input type not found',
    ],
    ['nothing', makeDocument([]), 'The flow is empty'],
    [
      'a cycle',
      makeDocument(
        [start, makeNode('llmAgentflow_0'), makeNode('llmAgentflow_1')],
        [
          makeControlEdge('startAgentflow_0', 'llmAgentflow_0'),
          makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'),
          makeControlEdge('llmAgentflow_1', 'llmAgentflow_0'),
        ],
      ),
      'Use a Loop node',
    ],
    [
      'a dangling edge',
      makeDocument([start], [makeControlEdge('startAgentflow_0', 'gone_0')]),
      'is not there',
    ],
    [
      'an unknown type',
      makeDocument([start, makeNode('mystery_0')], [makeControlEdge('startAgentflow_0', 'mystery_0')]),
      'not known here',
    ],
    [
      'a cycle inside an iteration',
      makeDocument(
        [
          start,
          makeNode('iterationAgentflow_0'),
          makeNode('llmAgentflow_0', { parent: 'iterationAgentflow_0' }),
          makeNode('llmAgentflow_1', { parent: 'iterationAgentflow_0' }),
        ],
        [
          makeControlEdge('startAgentflow_0', 'iterationAgentflow_0'),
          makeControlEdge('llmAgentflow_0', 'llmAgentflow_1'),
          makeControlEdge('llmAgentflow_1', 'llmAgentflow_0'),
        ],
      ),
      'Use a Loop node',
    ],
  ])('with %s is refused', (_what, document, message) => {
    const error = refusal(document)
    expect(error.code).toBe('invalid_flow')
    expect(error.message).toContain(message)
    expect(error.issues).not.toHaveLength(0)
  })

  test('does not mind a fault that no run reaches', () => {
    const document = makeDocument(
      [start, makeNode('mystery_0'), makeNode('mystery_1')],
      [
        makeControlEdge('mystery_0', 'mystery_1'),
        makeControlEdge('mystery_1', 'mystery_0'),
        makeControlEdge('mystery_1', 'gone'),
      ],
    )
    expect(planRun(document, find).steps.size).toBe(1)
  })

  test('plans 2,000 nodes as a matter of course', () => {
    const nodes = [start, ...Array.from({ length: 2000 }, (_, n) => makeNode(`llmAgentflow_${n}`))]
    const edges = Array.from({ length: 2000 }, (_, n) =>
      makeControlEdge(n === 0 ? 'startAgentflow_0' : `llmAgentflow_${n - 1}`, `llmAgentflow_${n}`),
    )
    expect(planRun(makeDocument(nodes, edges), find).steps.size).toBe(2001)
  })
})

describe('a chat flow', () => {
  test('runs a chain whose answer fills a prompt before the chain that uses the prompt', () => {
    const plan = planRun(importFlow(WIRE_FIXTURES.chatChain, find).document, find)
    expect(plan.flowType).toBe('chat')
    expect([...plan.steps.keys()]).toEqual(['llmChain_0', 'llmChain_1'])
    expect(plan.starts).toEqual(['llmChain_0'])
    const last = getStep(plan, 'llmChain_1')
    expect(last.incoming).toMatchObject([
      { source: 'llmChain_0', target: 'llmChain_1', role: 'value', branch: 'outputPrediction' },
    ])
    const [prompt] = last.anchors.prompt ?? []
    expect(prompt).toMatchObject({
      kind: 'component',
      component: {
        node: { id: 'promptTemplate_1' },
        anchors: { promptValues: [{ kind: 'step', nodeId: 'llmChain_0', output: 'outputPrediction' }] },
      },
    })
    expect(last.anchors.model).toMatchObject([
      { kind: 'component', component: { node: { id: 'chatOpenAI_1' }, output: 'chatOpenAI' } },
    ])
    expect(getStep(plan, 'llmChain_0').outgoing).toEqual(last.incoming)
  })

  test('makes a dependency of a reference that no edge stands for', () => {
    const { document } = importFlow(WIRE_FIXTURES.chatChain, find)
    const cut = { ...document, edges: document.edges.filter((edge) => edge.role !== 'value') }
    const plan = planRun(cut, find)
    expect(getStep(plan, 'llmChain_1').incoming).toMatchObject([{ source: 'llmChain_0', role: 'value' }])
  })

  test('keeps list inputs in the order of the edges', () => {
    const document = makeDocument(
      [makeNode('calculator_0'), makeNode('calculator_1'), makeNode('toolAgent_0')],
      [
        makeAnchorEdge('calculator_1', 'toolAgent_0:tools'),
        makeAnchorEdge('calculator_0', 'toolAgent_0:tools'),
      ],
    )
    const tools = getStep(planRun(document, find), 'toolAgent_0').anchors.tools ?? []
    expect(tools.map((input) => input.kind === 'component' && input.component.node.id)).toEqual([
      'calculator_1',
      'calculator_0',
    ])
  })

  test('lists the followers of a chain in the order of the edges', () => {
    const nodes = [0, 1, 2, 3].flatMap((n) => [makeNode(`promptTemplate_${n}`), makeNode(`llmChain_${n}`)])
    const fill = (source: number, target: number) =>
      makeAnchorEdge(`llmChain_${source}`, `promptTemplate_${target}:promptValues`, 'value')
    const prompts = [0, 1, 2, 3].map((n) => makeAnchorEdge(`promptTemplate_${n}`, `llmChain_${n}:prompt`))
    const edges = [fill(0, 2), fill(0, 1), fill(1, 2), fill(2, 3), ...prompts]
    const plan = planRun(makeDocument(nodes, edges), find)
    expect(getStep(plan, 'llmChain_0').outgoing.map(({ target }) => target)).toEqual([
      'llmChain_2',
      'llmChain_1',
    ])
  })

  test('with several ending nodes runs the last in the list', () => {
    const document = makeDocument(
      [makeNode('chatOpenAI_0'), makeNode('conversationChain_1'), makeNode('conversationChain_0')],
      [
        makeAnchorEdge('chatOpenAI_0', 'conversationChain_0:model'),
        makeAnchorEdge('chatOpenAI_0', 'conversationChain_1:model'),
      ],
    )
    expect([...planRun(document, find).steps.keys()]).toEqual(['conversationChain_0'])
  })

  test('drops invalid ending nodes while a valid one remains', () => {
    const document = makeDocument(
      [
        makeNode('chatOpenAI_0'),
        makeNode('conversationChain_0'),
        makeNode('llmChain_0'),
        makeNode('promptTemplate_0'),
      ],
      [
        makeAnchorEdge('chatOpenAI_0', 'conversationChain_0:model'),
        makeAnchorEdge('llmChain_0:outputPrediction', 'promptTemplate_0:promptValues', 'value'),
      ],
    )
    expect([...planRun(document, find).steps.keys()]).toEqual(['conversationChain_0'])
  })

  test('of one node alone runs it', () => {
    expect(planRun(makeDocument([makeNode('conversationChain_0')]), find).starts).toEqual([
      'conversationChain_0',
    ])
  })

  test.each([
    [
      'no ending node',
      makeDocument([makeNode('conversationChain_0'), makeNode('llmChain_0')]),
      'Ending nodes not found',
    ],
    [
      'an ending node that is none',
      makeDocument([makeNode('chatOpenAI_0')]),
      'Ending node must be either a Chain or Agent or Engine',
    ],
    [
      'a cycle',
      makeDocument(
        [makeNode('llmChain_0'), makeNode('promptTemplate_0'), makeNode('conversationChain_0')],
        [
          makeAnchorEdge('llmChain_0:outputPrediction', 'promptTemplate_0:promptValues', 'value'),
          makeAnchorEdge('promptTemplate_0', 'llmChain_0:prompt'),
          makeAnchorEdge('promptTemplate_0', 'conversationChain_0:chatPromptTemplate'),
        ],
      ),
      'lead back to themselves',
    ],
    [
      'a dangling edge',
      makeDocument(
        [makeNode('conversationChain_0')],
        [makeAnchorEdge('gone_0', 'conversationChain_0:model')],
      ),
      'is not there',
    ],
    [
      'an unknown component',
      makeDocument(
        [makeNode('mystery_0'), makeNode('conversationChain_0')],
        [makeAnchorEdge('mystery_0', 'conversationChain_0:model')],
      ),
      'not known here',
    ],
  ])('with %s is refused', (_what, document, message) => {
    expect(refusal(document).message).toContain(message)
  })

  test('gives each user of a shared component its own wait on the step behind it', () => {
    const document = makeDocument(
      [
        makeNode('llmChain_0'),
        makeNode('promptTemplate_0'),
        makeNode('llmChain_1', { outputs: { output: 'outputPrediction' } }),
        makeNode('promptTemplate_1'),
        makeNode('llmChain_2'),
      ],
      [
        makeAnchorEdge('llmChain_0:outputPrediction', 'promptTemplate_0:promptValues', 'value'),
        makeAnchorEdge('promptTemplate_0', 'llmChain_1:prompt'),
        makeAnchorEdge('promptTemplate_0', 'llmChain_2:prompt'),
        makeAnchorEdge('llmChain_1:outputPrediction', 'promptTemplate_1:promptValues', 'value'),
        makeAnchorEdge('promptTemplate_1', 'llmChain_2:outputParser'),
      ],
    )
    const plan = planRun(document, find)
    const edges = [...plan.steps.values()].flatMap((step) => step.incoming)
    expect(edges.map((edge) => `${edge.source}→${edge.target}`).toSorted()).toEqual([
      'llmChain_0→llmChain_1',
      'llmChain_0→llmChain_2',
      'llmChain_1→llmChain_2',
    ])
    expect(new Set(edges.map((edge) => edge.id)).size).toBe(3)
  })

  test('finds branches by row id, whatever their place', () => {
    const condition = makeNode('conditionAgentflow_0', { values: { conditions: [{ [ROW_ID]: 'k7' }] } })
    const document = makeDocument(
      [start, condition, makeNode('llmAgentflow_0')],
      [
        makeControlEdge('startAgentflow_0', 'conditionAgentflow_0'),
        makeControlEdge('conditionAgentflow_0:k7', 'llmAgentflow_0'),
      ],
    )
    expect(getStep(planRun(document, find), 'llmAgentflow_0').incoming).toMatchObject([
      { branch: 'k7', branchIndex: 0 },
    ])
  })
})
