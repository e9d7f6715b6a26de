import type { JsonValue, StepRecord } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import type { PlanFlowRequest, PlannedFlow } from '../engine-ports.ts'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, type TestStep } from '../testing/plan-builder.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const say = { definition: { inputs: [{ name: 'say', label: 'Say', type: 'string', acceptVariable: true }] } }

function iterate(items: JsonValue[], children: TestStep[], parallel = 1) {
  return buildPlan([
    { id: 'each', type: 'iterate', values: { items, parallel }, children: buildPlan(children) },
  ])
}

function run(plan: TestRun['plan'], more: Partial<TestRun> = {}) {
  return runToEnd({ plan, ports: createFakePorts({ vendor: createFakeVendor() }), ...more })
}

describe('an iteration', () => {
  test('runs its children once per item, in item order, and lists them in front of itself', async () => {
    const plan = iterate(
      ['a', { b: 1 }],
      [{ id: 'item', type: 'plain', values: { say: '<{{$iteration}}>' }, ...say }],
    )
    const { outcome, journal } = await run(plan)
    expect(outcome?.text).toBe('<a>\n<{"b":1}>')
    expect(outcome?.executed.map((entry) => [entry.nodeId, entry.data.iterationIndex])).toEqual([
      ['item', 0],
      ['item', 1],
      ['each', undefined],
    ])
    expect(outcome?.executed[1]?.data).toMatchObject({
      iterationContext: { index: 1, value: { b: 1 }, isFirst: false, isLast: true, sessionId: 'session' },
      parentNodeId: 'each',
    })
    expect(outcome?.executed[2]?.data.output).toEqual({
      iterationResults: ['<a>', '<{"b":1}>'],
      content: '<a>\n<{"b":1}>',
    })
    expect(journal.map((record) => record.path)).toContain('each#0[1]/item#0')
  })

  test('keeps the order of items that run at the same time and finish in another', async () => {
    const vendor = createFakeVendor({
      delay: async (asked) => {
        for (let turns = asked === '0' ? 20 : 1; turns > 0; turns -= 1) await new Promise(setImmediate)
      },
    })
    const child = {
      id: 'item',
      type: 'ask',
      values: { prompt: '{{$iteration}}' },
      definition: { inputs: [{ name: 'prompt', label: 'Prompt', type: 'string', acceptVariable: true }] },
    }
    const { outcome } = await run(iterate([0, 1, 2], [child], 3), { ports: createFakePorts({ vendor }) })
    expect(vendor.answered).toEqual(['1', '2', '0'])
    expect(outcome?.text).toBe('re:0\nre:1\nre:2')
  })

  test('takes the message of an item that fails as its result and goes on', async () => {
    const plan = iterate([1, 2], [{ id: 'item', type: 'fail', values: { message: 'broken' } }])
    const { outcome } = await run(plan)
    expect(outcome).toMatchObject({
      status: 'finished',
      text: 'Error in iteration 1: broken\nError in iteration 2: broken',
    })
  })

  test('passes the state from item to item, one at a time', async () => {
    const plan = iterate([1, 2, 3], [{ id: 'item', type: 'count', values: { key: 'n' } }])
    const { outcome } = await run(plan)
    expect(outcome).toMatchObject({ text: 'item:1\nitem:2\nitem:3', state: { n: 3 } })
  })

  test('keeps the state from items that run beside and after it where several run at a time', async () => {
    const plan = iterate([1, 2, 3], [{ id: 'item', type: 'count', values: { key: 'n' } }], 2)
    const { outcome } = await run(plan)
    expect(outcome).toMatchObject({ text: 'item:1\nitem:1\nitem:1', state: { n: 1 } })
  })

  test('sees the outputs of the steps around it', async () => {
    const children = buildPlan([{ id: 'item', type: 'plain', values: { say: '{{outer}}' }, ...say }])
    const plan = buildPlan(
      [
        { id: 'outer', type: 'plain', values: { say: 'from outside' } },
        { id: 'each', type: 'iterate', values: { items: [1] }, children },
      ],
      [{ from: 'outer', to: 'each' }],
    )
    expect((await run(plan)).outcome?.text).toBe('from outside')
  })

  test('knows the history that the steps around it know', async () => {
    const children = buildPlan([{ id: 'item', type: 'plain', values: { say: '<{{chat_history}}>' }, ...say }])
    const build = (forgets: boolean) =>
      buildPlan(
        [
          { id: 'outer', type: 'plain', values: { forgets, history: true } },
          { id: 'each', type: 'iterate', values: { items: [1] }, children },
        ],
        [{ from: 'outer', to: 'each' }],
      )
    const pastHistory = [{ role: 'user' as const, content: 'long ago' }]
    const remembered = await run(build(false), { input: { pastHistory } })
    expect(remembered.outcome?.text).toMatch(/long ago.*outer/s)
    const forgotten = await run(build(true), { input: { pastHistory } })
    expect(forgotten.outcome?.text).toMatch(/^<.*outer/s)
    expect(forgotten.outcome?.text).not.toContain('long ago')
  })

  test('ends with the run when a budget is passed inside', async () => {
    const plan = iterate([1, 2, 3, 4], [{ id: 'item', type: 'plain' }])
    const { outcome } = await run(plan, { budgets: { maxSteps: 3 } })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'budget_exceeded' } })
  })
})

describe('a sub-flow', () => {
  const planned = (plan: PlannedFlow['plan'], versionId = 'v1'): Omit<PlannedFlow, 'conversation'> => ({
    plan,
    versionId,
    flowType: 'AGENTFLOW',
    overrides: {},
  })
  const calling = (flow: string) =>
    buildPlan([{ id: 'call', type: 'subflow', label: 'Caller', values: { flow } }])

  test('gives its answer to the step that asked for it', async () => {
    const flows = { other: planned(buildPlan([{ id: 'in', type: 'ask' }])) }
    const { outcome, journal } = await run(calling('other'), {
      ports: createFakePorts({ vendor: createFakeVendor(), flows }),
    })
    expect(outcome).toMatchObject({ status: 'finished', text: 'sub:re:q', usage: { totalTokens: 15 } })
    expect(outcome?.executed.map((entry) => entry.nodeId)).toEqual(['call'])
    expect(journal.map((record) => record.path)).toContain('call#0/f0/in#0/m0')
  })

  test('may not be the flow itself', async () => {
    const { outcome } = await run(calling('flow'))
    expect(outcome?.error).toMatchObject({ code: 'invalid_flow', nodeId: 'call' })
    expect(outcome?.error?.message).toContain('"Caller"')
  })

  test('ends with a clear error when flows call each other without end', async () => {
    const flows = { one: planned(calling('two')), two: planned(calling('one')) }
    const ports = createFakePorts({ vendor: createFakeVendor(), flows })
    const { outcome } = await run(calling('one'), { ports })
    expect(outcome?.error?.message).toContain('10 are allowed')
  })

  test('goes on with the version that it began with', async () => {
    const asked: PlanFlowRequest[] = []
    const ports = createFakePorts({
      vendor: createFakeVendor(),
      ports: {
        planFlow: async (request) => {
          asked.push(request)
          const flow = planned(buildPlan([{ id: 'person', type: 'human' }]), `v${asked.length}`)
          const conversation = { chatId: 'chat', sessionId: 'session', until: 7, seenAt: 3, pastHistory: [] }
          return { ...flow, conversation }
        },
      },
    })
    const first = await run(calling('other'), { ports })
    expect(first.outcome).toMatchObject({ status: 'waiting', waiting: [{ path: 'call#0/f0/person#0/a0' }] })
    const second = await run(calling('other'), {
      ports,
      journal: first.journal,
      fence: 2,
      settledFence: 1,
      answers: [{ path: 'call#0/f0/person#0/a0', answer: { type: 'proceed' } }],
    })
    expect(second.outcome?.text).toBe('sub:proceed')
    expect(asked.map((request) => request.versionId)).toEqual([undefined, 'v1'])
    expect(asked.map(({ conversation }) => conversation)).toEqual([
      { chatId: 'chat' },
      { chatId: 'chat', sessionId: 'session', until: 7, seenAt: 3 },
    ])
    const exchanges = (records: StepRecord[]) => records.flatMap(({ exchange = [] }) => exchange)
    expect(exchanges(first.journal)).toEqual([])
    expect(exchanges(second.journal)).toEqual([
      { flowId: 'other', chatId: 'chat', sessionId: 'session', question: 'q' },
    ])
  })
})

describe('a sub-flow that keeps its state', () => {
  const human = () =>
    buildPlan([
      { id: 'person', type: 'human' },
      { id: 'n', type: 'count', values: { key: 'n' } },
    ])
  const kept = { state: { n: 4 } }

  test('goes on with what it saw at its start, and tells once what it left', async () => {
    let times = 0
    const ports = createFakePorts({
      vendor: createFakeVendor(),
      ports: {
        planFlow: async ({ versionId = 'v1' }) => ({
          plan: human(),
          versionId,
          flowType: 'AGENTFLOW',
          overrides: {},
          conversation: { chatId: 'chat', sessionId: 'session', seenAt: 3, pastHistory: [] },
          // Meanwhile somebody else went on with the conversation.
          kept: times++ === 0 ? kept : { state: { n: 90 } },
        }),
      },
    })
    const plan = buildPlan([{ id: 'call', type: 'subflow', label: 'Caller', values: { flow: 'other' } }])
    const first = await run(plan, { ports })
    const resumed = {
      ports,
      journal: first.journal,
      fence: 2,
      settledFence: 1,
      answers: [{ path: 'call#0/f0/person#0/a0', answer: { type: 'proceed' } as const }],
    }
    const second = await run(plan, resumed)
    const lefts = second.journal.flatMap(({ exchange }) => (exchange ? [exchange.state] : []))
    expect(lefts).toEqual([{ n: 5 }])
  })
})

describe('a loop', () => {
  const looping = (max: number) =>
    buildPlan(
      [
        { id: 'start', type: 'plain' },
        { id: 'body', type: 'count', values: { key: 'n' } },
        { id: 'back', type: 'loop', values: { target: 'body', max, fallback: 'gave up' } },
      ],
      [
        { from: 'start', to: 'body' },
        { from: 'body', to: 'back' },
      ],
    )

  test('of N jumps back N-1 times, then gives its fallback text', async () => {
    const { outcome, journal } = await run(looping(3), { input: { streaming: true } })
    expect(outcome).toMatchObject({ text: 'gave up', state: { n: 3 } })
    expect(outcome?.executed.map((entry) => entry.nodeId)).toEqual([
      'start',
      'body',
      'back',
      'body',
      'back',
      'body',
      'back',
    ])
    expect(new Set(journal.map((record) => record.path))).toContain('body#2')
    expect(outcome?.events.find((event) => event.type === 'text-delta')).toMatchObject({ text: 'gave up' })
  })

  test('ends at the limit of steps when it would go on for long', async () => {
    const { outcome } = await run(looping(1_000_000), { budgets: { maxSteps: 1000 } })
    expect(outcome?.error).toMatchObject({
      code: 'budget_exceeded',
      message: 'Maximum iteration limit reached',
    })
  })

  test('to a node that is not there names the loop node', async () => {
    const plan = buildPlan([{ id: 'back', type: 'loop', label: 'Back', values: { target: 'gone', max: 5 } }])
    const { outcome } = await run(plan)
    expect(outcome?.error).toMatchObject({ code: 'invalid_flow', nodeId: 'back' })
    expect(outcome?.error?.message).toContain('"Back"')
  })
})
