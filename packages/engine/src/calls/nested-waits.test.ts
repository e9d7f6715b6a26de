import type { AnsweredQuestion, StepRecord } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { RunNode } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { PlannedFlow } from '../engine-ports.ts'
import { createFakeVendor, type FakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { runToEnd, type TestResult } from '../testing/run-to-end.ts'
import { syntheticNodes } from '../testing/synthetic-nodes.ts'

const asFlow = (plan: RunPlan): Omit<PlannedFlow, 'conversation'> => ({
  plan,
  versionId: 'v1',
  flowType: 'AGENTFLOW',
  overrides: {},
})

const asking = buildPlan(
  [
    { id: 'before', type: 'ask', values: { prompt: 'before' } },
    { id: 'person', type: 'human' },
    { id: 'after', type: 'ask', values: { prompt: 'after' } },
  ],
  [
    { from: 'before', to: 'person' },
    { from: 'person', to: 'after', branch: 0 },
  ],
)

const eachAsks = (parallel: number) =>
  buildPlan([{ id: 'each', type: 'iterate', values: { items: ['x', 'y'], parallel }, children: asking }])

/** A flow that runs another, in which each of two items asks a person. */
const outer = buildPlan([{ id: 'call', type: 'subflow', values: { flow: 'inner' } }])

const at = (item: number) => `call#0/f0/each#0[${item}]/person#0/a0`

const proceedAt = (...paths: string[]): AnsweredQuestion[] =>
  paths.map((path) => ({ path, answer: { type: 'proceed' } }))

interface Owner {
  fence: number
  journal?: StepRecord[]
  vendor: FakeVendor
  answered?: string[]
  settledFence?: number
  lifetime?: number
}

function own(
  parallel: number,
  { fence, journal = [], vendor, answered = [], settledFence = fence - 1, lifetime }: Owner,
): Promise<TestResult> {
  return runToEnd({
    plan: outer,
    fence,
    journal,
    ports: createFakePorts({ vendor, flows: { inner: asFlow(eachAsks(parallel)) } }),
    answers: proceedAt(...answered),
    settledFence,
    onPiece: (_piece, index) => (lifetime !== undefined && index + 1 >= lifetime ? 'cut' : undefined),
  })
}

const pathsOf = ({ outcome }: TestResult) => outcome?.waiting.map((question) => question.path)

describe('a question inside an iteration inside a sub-flow', () => {
  test('is answered once, also when the process dies after it took the answer', async () => {
    const vendor = createFakeVendor()
    const asked = await own(1, { fence: 1, vendor })
    expect(pathsOf(asked)).toEqual([at(0)])
    const answered = [at(0)]
    const cut = await own(1, { fence: 2, vendor, journal: asked.journal, answered, lifetime: 2 })
    expect(cut.outcome).toBeUndefined()
    const again = await own(1, { fence: 3, settledFence: 1, vendor, journal: cut.journal, answered })
    expect(pathsOf(again)).toEqual([at(1)])
    const repeated = await own(1, { fence: 4, vendor, journal: again.journal, answered })
    expect(pathsOf(repeated)).toEqual([at(1)])
    const done = await own(1, {
      fence: 5,
      vendor,
      journal: repeated.journal,
      answered: [at(0), at(1)],
    })
    expect(done.outcome).toMatchObject({ status: 'finished', text: 'sub:re:after\nre:after' })
    expect(vendor.answered.filter((asked) => asked === 'before')).toHaveLength(2)
    const finished = done.journal.filter((record) => record.status === 'finished')
    const ends = new Map(finished.map((record) => [`${record.path} ${record.attempt}`, record]))
    const endsOf = (path: string) => [...ends.values()].filter((record) => record.path === path)
    expect(endsOf(at(0))).toMatchObject([{ kind: 'question' }])
    expect(endsOf(at(0).replace('/a0', ''))).toMatchObject([{ kind: 'step' }])
  })

  test('waits beside that of an item at the same time; each is answered by itself, in any order', async () => {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const vendor = createFakeVendor()
      const asked = await own(2, { fence: 1, vendor })
      expect(pathsOf(asked)?.toSorted()).toEqual([at(0), at(1)])
      const one = await own(2, {
        fence: 2,
        vendor,
        journal: asked.journal,
        answered: [at(first)],
      })
      expect(pathsOf(one)).toEqual([at(second)])
      const two = await own(2, {
        fence: 3,
        vendor,
        journal: one.journal,
        answered: [at(first), at(second)],
      })
      expect(two.outcome?.text).toBe('sub:re:after\nre:after')
      expect(vendor.answered.toSorted()).toEqual(['after', 'after', 'before', 'before'])
    }
  })
})

describe('two branches that wait', () => {
  const branches = buildPlan(
    [
      { id: 'start', type: 'plain' },
      { id: 'left', type: 'human' },
      { id: 'right', type: 'human' },
      { id: 'join', type: 'ask' },
    ],
    [
      { from: 'start', to: 'left' },
      { from: 'start', to: 'right' },
      { from: 'left', to: 'join', branch: 0 },
      { from: 'right', to: 'join', branch: 0 },
    ],
  )

  test('are answered one after the other, and an answer that comes again changes nothing', async () => {
    for (const concurrency of [1, 4]) {
      const vendor = createFakeVendor()
      const run = (fence: number, journal: StepRecord[], ...answered: string[]) =>
        runToEnd({
          plan: branches,
          fence,
          journal,
          ports: createFakePorts({ vendor }),
          input: { concurrency },
          answers: proceedAt(...answered),
          settledFence: fence - 1,
        })
      const asked = await run(1, [])
      expect(pathsOf(asked)).toEqual(['left#0/a0', 'right#0/a0'])
      const right = await run(2, asked.journal, 'right#0/a0')
      expect(pathsOf(right)).toEqual(['left#0/a0'])
      const again = await run(3, right.journal, 'right#0/a0')
      expect(pathsOf(again)).toEqual(['left#0/a0'])
      expect(vendor.calls).toEqual([])
      const left = await run(4, again.journal, 'right#0/a0', 'left#0/a0')
      expect(left.outcome).toMatchObject({ status: 'finished', text: 're:hello' })
      expect(left.outcome?.executed.map((entry) => entry.nodeId)).toEqual(['start', 'left', 'right', 'join'])
    }
  })
})

describe('a deadline of a question', () => {
  const path = 'call#0/f0/person#0/a0'
  const outcomes = [
    ['reject', 'sub:reject'],
    ['proceed', 'sub:re:after'],
  ] as const

  test.each(outcomes)(
    'is told with the outcome %s at any depth, also from the journal, and the outcome is an answer',
    async (type, text) => {
      const deadline = { deadlineAt: 5_000, outcomeAtDeadline: type }
      const human: RunNode = async (context) => {
        const { type: answered } = await context.ask({ action: { id: 'late' }, ...deadline })
        const isFulfilled = answered === 'proceed'
        return { output: { content: answered }, conditions: [{ isFulfilled }, { isFulfilled: !isFulfilled }] }
      }
      const run = (journal: StepRecord[], answered: boolean) =>
        runToEnd({
          plan: outer,
          journal,
          fence: answered ? 2 : 1,
          ports: createFakePorts({
            vendor: createFakeVendor(),
            flows: { inner: asFlow(asking) },
            ports: { loadRun: async (type) => (type === 'human' ? human : syntheticNodes[type]) },
          }),
          answers: answered ? [{ path, answer: { type } }] : [],
          settledFence: answered ? 1 : 0,
        })
      const asked = await run([], false)
      expect(asked.outcome?.waiting).toMatchObject([{ path, ...deadline }])
      const told = await run(asked.journal, false)
      expect(told.outcome?.waiting).toMatchObject([{ path, ...deadline }])
      const ended = await run(asked.journal, true)
      expect(ended.outcome).toMatchObject({ status: 'finished', text })
    },
  )
})

describe('a step that waits for steps inside it', () => {
  test('keeps its clock, so that calls before the wait are not asked anew', async () => {
    const twice = buildPlan(
      [
        { id: 'one', type: 'human' },
        { id: 'two', type: 'human' },
      ],
      [{ from: 'one', to: 'two', branch: 0 }],
    )
    const caller: RunNode = async (context) => {
      const at = await context.code('clock', { now: context.now() })
      const { content } = await context.runFlow({ flowId: 'inner', question: 'q', conversation: 'new' })
      return { output: { content: `${at} ${content}` } }
    }
    const vendor = createFakeVendor()
    const run = (fence: number, journal: StepRecord[], ...answered: string[]) => {
      let time = fence * 100_000
      const now = () => {
        time += 1
        return time
      }
      return runToEnd({
        plan: outer,
        journal,
        fence,
        ports: createFakePorts({
          vendor,
          flows: { inner: asFlow(twice) },
          ports: { now, loadRun: async (type) => (type === 'subflow' ? caller : syntheticNodes[type]) },
        }),
        answers: proceedAt(...answered),
        settledFence: fence - 1,
      })
    }
    const first = await run(1, [])
    const second = await run(2, first.journal, 'call#0/f0/one#0/a0')
    expect(pathsOf(second)).toEqual(['call#0/f0/two#0/a0'])
    const third = await run(3, second.journal, 'call#0/f0/one#0/a0', 'call#0/f0/two#0/a0')
    expect(third.outcome?.error).toBeUndefined()
    expect(third.outcome?.text).toBe('ran:clock proceed')
    expect(vendor.effects).toEqual(['start clock', 'end clock'])
  })
})
