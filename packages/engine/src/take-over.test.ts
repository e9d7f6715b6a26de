import { setImmediate as turn } from 'node:timers/promises'
import type { AnsweredQuestion, StepRecord } from '@runnel/contract'
import type { RunNode, Toolset } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan } from './testing/plan-builder.ts'
import { runToEnd } from './testing/run-to-end.ts'
import { syntheticToolset } from './testing/synthetic-nodes.ts'

const chain = buildPlan(
  ['a', 'b', 'c'].map((id) => ({ id, type: 'ask', values: { prompt: id } })),
  [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
)

describe('a run that is taken over', () => {
  test('has the steps of its earlier owner on its budget', async () => {
    const ports = createFakePorts({ vendor: createFakeVendor() })
    const { journal } = await runToEnd({
      plan: chain,
      ports,
      onPiece: ({ records }) =>
        records.some(({ path, status }) => path === 'a#0' && status === 'finished') && 'cut',
    })
    expect(journal.map(({ path, status }) => `${path} ${status}`)).toContain('a#0 finished')
    const limited = await runToEnd({ plan: chain, ports, journal, fence: 2, budgets: { maxSteps: 2 } })
    expect(limited.outcome?.error?.code).toBe('budget_exceeded')
    const enough = await runToEnd({ plan: chain, ports, journal, fence: 2, budgets: { maxSteps: 3 } })
    expect(enough.outcome?.status).toBe('finished')
  })

  test('shows an interrupted tool the time at which its call first began', async () => {
    const clocks: number[] = []
    const clock: Toolset = {
      ...syntheticToolset,
      call: async (_component, _request, { now }) => {
        clocks.push(now())
        return { content: 'done' }
      },
    }
    const plan = buildPlan([{ id: 'x', type: 'tool' }])
    const loadCapability = async () => clock as never
    const ports = createFakePorts({ vendor: createFakeVendor(), ports: { loadCapability } })
    let journal: StepRecord[] = []
    for (const fence of [1, 2, 3]) {
      const { pieces } = await runToEnd({ plan, ports, journal, fence })
      const begun = pieces.flatMap(({ records }) => records).filter(({ status }) => status === 'started')
      journal = [...journal, ...begun]
    }
    expect(clocks).toHaveLength(3)
    expect(new Set(clocks).size).toBe(1)
  })
})

describe('a call that may change something', () => {
  test.each([
    ['write', true],
    ['read', false],
  ])('with effects %s is in the journal before it is made: %s', async (effects, isCommitted) => {
    const committed: string[] = []
    const seen: boolean[] = []
    const vendor = createFakeVendor()
    const ports = createFakePorts({
      vendor,
      ports: {
        runCode: async () => {
          seen.push(committed.includes('agent#0/t0.0/c0'))
          return 'paid'
        },
      },
    })
    let pending: string[] = []
    await runToEnd({
      plan: buildPlan([{ id: 'agent', type: 'tool', values: { effects, name: 'pay' } }]),
      ports,
      onPiece: ({ records, durable }) => {
        pending.push(...records.filter(({ status }) => status === 'started').map(({ path }) => path))
        if (!durable) return
        committed.push(...pending)
        pending = []
      },
    })
    expect(seen).toEqual([isCommitted])
  })
})

test('an answer about one interrupted call is none about the other that ran beside it', async () => {
  const vendor = createFakeVendor()
  const ports = createFakePorts({ vendor })
  const tools = ['pay', 'mail'].map((name) => ({ name, effects: 'write' }))
  const plan = buildPlan([{ id: 'x', type: 'crew', values: { tools } }])
  const { pieces } = await runToEnd({ plan, ports })
  const places = ['x#0', 'x#0/t0.0', 'x#0/t0.0/c0', 'x#0/t0.1', 'x#0/t0.1/c0']
  let journal = pieces
    .flatMap(({ records }) => records)
    .filter(({ status, path }) => status === 'started' && places.includes(path))
  const answers: AnsweredQuestion[] = []
  const made: string[][] = []
  for (const [index, answer] of [undefined, 'x#0/t0.0/c0/a~1', 'x#0/t0.1/c0/a~1'].entries()) {
    if (answer) answers.push({ path: answer, answer: { type: 'proceed' } })
    vendor.effects.length = 0
    const run = await runToEnd({ plan, ports, journal, fence: index + 2, settledFence: index, answers })
    journal = run.journal
    made.push(vendor.effects.filter((effect) => effect.startsWith('end') && !effect.includes('note')))
    expect(run.outcome?.waiting.map(({ path }) => path)).toEqual(
      ['x#0/t0.0/c0/a~1', 'x#0/t0.1/c0/a~1'].slice(index),
    )
  }
  expect(made).toEqual([[], ['end pay {"n":0}'], ['end mail {"n":1}']])
})

test('a key that a step takes out of the state is gone for the steps after it', async () => {
  const loadRun =
    async (): Promise<RunNode> =>
    async ({ node, state }) => {
      const { [node.id]: _gone, ...rest } = state
      return { output: { content: Object.keys(state).join(' ') }, state: rest }
    }
  const plan = buildPlan(
    ['a', 'b', 'c'].map((id) => ({ id, type: 'x' })),
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  )
  const ports = createFakePorts({ vendor: createFakeVendor(), ports: { loadRun } })
  const { outcome } = await runToEnd({ plan, ports, input: { initialState: { a: 1, b: 2, c: 3 } } })
  expect(outcome?.executed.map(({ data }) => data.output)).toEqual([
    { content: 'a b c' },
    { content: 'b c' },
    { content: 'c' },
  ])
  expect(outcome?.state).toEqual({})
})

test('a call is numbered above those of a lost owner, whatever else the step did in the meantime', async () => {
  const tools = [{ name: 'deep', flow: 'inner' }, { name: 'work' }]
  const plan = buildPlan([{ id: 'x', type: 'crew', values: { tools } }])
  const inner = buildPlan(
    [
      { id: 'one', type: 'plain' },
      { id: 'two', type: 'ask', values: { prompt: 'inner' } },
    ],
    [{ from: 'one', to: 'two' }],
  )
  const flows = { inner: { plan: inner, versionId: 'v1', flowType: 'AGENTFLOW' as const, overrides: {} } }
  const ports = createFakePorts({ vendor: createFakeVendor(), flows })
  const { loadRun } = ports
  ports.loadRun = async (type) => {
    if (type === 'plain') for (let turns = 0; turns < 5; turns += 1) await turn()
    return loadRun(type)
  }
  const { pieces } = await runToEnd({ plan, ports, fence: 2 })
  const attempts = new Map(
    pieces.flatMap(({ records }) => records.map(({ path, attempt }) => [path, attempt])),
  )
  expect(attempts.get('x#0/t0.1/c0')).toBe(2)
  expect(attempts.get('x#0/t0.0/f0/one#0')).toBe(2)
  expect(attempts.get('x#0/t0.0/f0/two#0/m0')).toBe(2)
})
