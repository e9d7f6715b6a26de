import { setTimeout as wait } from 'node:timers/promises'
import type { AnsweredQuestion, JsonValue, StepRecord } from '@runnel/contract'
import type { RunNode } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { innerPlan } from '../testing/convert-steps.ts'
import { createFakeVendor, type FakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { runToEnd, type TestResult } from '../testing/run-to-end.ts'

const inner = { plan: innerPlan, versionId: 'v1', flowType: 'AGENTFLOW' as const, overrides: {} }

/** An agent that calls four tools at once: one asks, one must be agreed to, one runs a flow that asks, one just works. */
const plan = buildPlan([
  {
    id: 'crew',
    type: 'crew',
    values: {
      tools: [
        { name: 'pick', ask: true },
        { name: 'edit', approve: true, effects: 'write' },
        { name: 'deep', flow: 'inner' },
        { name: 'work' },
      ],
    },
  },
])

const PICK = 'crew#0/t0.0/a0'
const EDIT = 'crew#0/t0.1/a0'
const DEEP = 'crew#0/t0.2/f0/person#0/a0'
const given: Record<string, AnsweredQuestion['answer']> = {
  [PICK]: { type: 'proceed', feedback: 'the red one' },
  [EDIT]: { type: 'proceed', input: { n: 42 } },
  [DEEP]: { type: 'proceed' },
}
const answerTo = (path: string): AnsweredQuestion => ({ path, answer: given[path] ?? { type: 'reject' } })

const orders = [
  [PICK, EDIT, DEEP],
  [PICK, DEEP, EDIT],
  [EDIT, PICK, DEEP],
  [EDIT, DEEP, PICK],
  [DEEP, PICK, EDIT],
  [DEEP, EDIT, PICK],
]

const pathsOf = ({ outcome }: TestResult) => outcome?.waiting.map(({ path }) => path).toSorted()

/** Everything that a process asked of the world. */
const callsOf = ({ calls, effects }: FakeVendor) => [
  ...calls,
  ...effects.filter((effect) => effect.startsWith('start ')).map((effect) => effect.slice(6)),
]

/** What finished calls gave, by their place. */
function finishedOf(journal: StepRecord[]): Map<string, JsonValue | undefined> {
  const ended = journal.filter(({ kind, status }) => status === 'finished' && kind !== 'step')
  return new Map(ended.map(({ path, output }) => [path, output]))
}

/** One run through many owners: each may die after some pieces, the next goes on with what was committed. */
function createRun(vendor: FakeVendor) {
  let journal: StepRecord[] = []
  let fence = 0
  let settledFence = 0
  const answers: AnsweredQuestion[] = []
  const own = async (lifetime?: number): Promise<{ result: TestResult; made: string[] }> => {
    fence += 1
    vendor.calls.length = 0
    vendor.effects.length = 0
    const known = finishedOf(journal)
    const result = await runToEnd({
      plan,
      journal,
      fence,
      settledFence,
      answers,
      ports: createFakePorts({ vendor, flows: { inner } }),
      onPiece: (_piece, index) => (lifetime !== undefined && index + 1 >= lifetime ? 'cut' : undefined),
    })
    journal = result.journal
    if (result.outcome?.status === 'waiting') settledFence = fence
    for (const [path, output] of known) expect(finishedOf(journal).get(path), path).toEqual(output)
    return { result, made: callsOf(vendor) }
  }
  return { own, answers, readJournal: () => journal }
}

describe('a step whose tools ask several people at once', () => {
  test.each(orders)('is answered in any order: %s, %s, %s', async (...order) => {
    const vendor = createFakeVendor()
    const { own, answers, readJournal } = createRun(vendor)
    const asked = await own()
    expect(pathsOf(asked.result)).toEqual([PICK, EDIT, DEEP].toSorted())
    expect(asked.made.toSorted()).toEqual(['first', 'work {"n":3}'])
    const later: string[] = []
    for (const [index, path] of order.entries()) {
      const idle = await own()
      expect(idle.made, 'nobody answered: nothing is done').toEqual([])
      answers.push(answerTo(path))
      const { result, made } = await own()
      later.push(...made)
      expect(pathsOf(result)).toEqual(order.slice(index + 1).toSorted())
      if (index === 2) expect(result.outcome?.status).toBe('finished')
      if (index < 2) continue
      expect(result.outcome?.text).toBe('pick:the red one ran:edit {"n":42} re:second ran:work {"n":3}')
    }
    const notes = later.filter((call) => call.startsWith('note '))
    expect(notes).toHaveLength(4)
    expect(later.filter((call) => !notes.includes(call)).toSorted()).toEqual(['edit {"n":42}', 'second'])
    const taken = readJournal().filter(({ kind, status }) => kind === 'question' && status === 'finished')
    expect(taken.map(({ path, output }) => [path, output])).toEqual(order.map((path) => [path, given[path]]))
  })

  test.each(orders.flatMap((order) => [1, 2, 3, 4].map((lifetime) => ({ order, lifetime }))))(
    'survives deaths of its process while an answer is taken: $order, $lifetime',
    async ({ order, lifetime }) => {
      const vendor = createFakeVendor()
      const { own, answers, readJournal } = createRun(vendor)
      await own(lifetime)
      expect(pathsOf((await own()).result)).toEqual([PICK, EDIT, DEEP].toSorted())
      let ended: TestResult | undefined
      for (const [index, path] of order.entries()) {
        answers.push(answerTo(path))
        await own(lifetime)
        await own(lifetime)
        const { result } = await own()
        const open = result.outcome?.waiting ?? []
        const again = open.filter((question) => question.path.includes('a~'))
        answers.push(
          ...again.map((question) => ({ path: question.path, answer: { type: 'proceed' as const } })),
        )
        ended = again.length > 0 ? (await own()).result : result
        expect(pathsOf(ended)).toEqual(order.slice(index + 1).toSorted())
      }
      expect(ended?.outcome?.text).toBe('pick:the red one ran:edit {"n":42} re:second ran:work {"n":3}')
      const done = readJournal().filter(({ kind, status }) => status === 'finished' && kind === 'code')
      const places = done.map(({ path, attempt }) => `${path} ${attempt}`)
      expect(new Set(done.map(({ path }) => path)).size, 'no piece of code has ended twice').toBe(
        new Set(places).size,
      )
    },
  )

  test('tells the model what a person refused, and does not call that tool', async () => {
    const vendor = createFakeVendor()
    const { own, answers } = createRun(vendor)
    await own()
    answers.push(answerTo(PICK), answerTo(DEEP))
    answers.push({ path: EDIT, answer: { type: 'reject', feedback: 'too dear' } })
    const { result, made } = await own()
    expect(result.outcome?.text).toContain('The person refused the call of edit. They said: too dear')
    expect(made.filter((call) => call.startsWith('edit'))).toEqual([])
  })
})

describe('a step parked on a question', () => {
  test('waits for the tool that still works beside it, and keeps what it did', async () => {
    const tools = [
      { name: 'pick', ask: true },
      { name: 'work', effects: 'write' },
    ]
    const slow = buildPlan([{ id: 'crew', type: 'crew', values: { tools } }])
    const vendor = createFakeVendor({ delay: (asked) => wait(asked.startsWith('work') ? 50 : 0) })
    const first = await runToEnd({ plan: slow, ports: createFakePorts({ vendor }) })
    expect(pathsOf(first)).toEqual([PICK])
    expect(vendor.effects).toEqual(['start work {"n":1}', 'end work {"n":1}'])
    const ended = first.journal.findIndex(
      ({ path, status }) => path === 'crew#0/t0.1' && status === 'finished',
    )
    const parked = first.journal.findIndex(({ path, status }) => path === 'crew#0' && status === 'waiting')
    expect(ended).toBeGreaterThan(-1)
    expect(parked).toBeGreaterThan(ended)
    vendor.effects.length = 0
    const { outcome } = await runToEnd({
      plan: slow,
      journal: first.journal,
      fence: 2,
      settledFence: 1,
      answers: [answerTo(PICK)],
      ports: createFakePorts({ vendor }),
    })
    expect(outcome?.text).toBe('pick:the red one ran:work {"n":1}')
    expect(vendor.effects.filter((effect) => effect.startsWith('start work'))).toEqual([])
  })

  test('asks everything that its own code asks at once', async () => {
    const asker: RunNode = async ({ ask }) => {
      const said = await Promise.all(['one', 'two', 'three'].map((id) => ask({ action: { id } })))
      return { output: { content: said.map(({ feedback }) => feedback).join(' ') } }
    }
    const ports = createFakePorts({ vendor: createFakeVendor(), ports: { loadRun: async () => asker } })
    const asking = buildPlan([{ id: 'x', type: 'x' }])
    const first = await runToEnd({ plan: asking, ports })
    expect(pathsOf(first)).toEqual(['x#0/a0', 'x#0/a1', 'x#0/a2'])
    const answers = [2, 0, 1].map((index) => ({
      path: `x#0/a${index}`,
      answer: { type: 'proceed' as const, feedback: `f${index}` },
    }))
    const { outcome } = await runToEnd({
      plan: asking,
      ports,
      journal: first.journal,
      fence: 2,
      settledFence: 1,
      answers,
    })
    expect(outcome?.text).toBe('f0 f1 f2')
  })
})

describe('work for each of several items', () => {
  const items = ['a', 'b', 'c', 'd']
  const worker: RunNode = async ({ each }) => {
    const made = await each(
      items,
      async (item, call, index) => {
        const before = await call.code(`${item} before`, {})
        const { feedback } = index % 2 === 1 ? await call.ask({ action: { id: item } }) : { feedback: '-' }
        return `${before} ${feedback} ${await call.code(`${item} after`, {})}`
      },
      { concurrency: 3 },
    )
    return { output: { content: made.join('\n') } }
  }

  test('keeps the places of its calls, whatever ends first before and after a wait', async () => {
    const vendor = createFakeVendor()
    const paces = [
      { a: 30, b: 1, c: 15, d: 5 },
      { a: 1, b: 30, c: 1, d: 10 },
      { a: 10, b: 2, c: 30, d: 1 },
    ]
    let journal: StepRecord[] = []
    const answers: AnsweredQuestion[] = []
    let text: string | undefined
    for (let fence = 1; fence <= 6 && text === undefined; fence += 1) {
      const pace: Record<string, number> = paces[fence % paces.length] ?? {}
      vendor.delay = (asked) => wait(pace[asked.slice(0, 1)] ?? 0)
      const ports = createFakePorts({ vendor, ports: { loadRun: async () => worker } })
      const owner = { fence, settledFence: fence - 1, journal, answers: [...answers] }
      const result = await runToEnd({ plan: buildPlan([{ id: 'x', type: 'x' }]), ports, ...owner })
      journal = result.journal
      const open = pathsOf(result) ?? []
      answers.push(...open.map((path) => ({ path, answer: { type: 'proceed' as const, feedback: path } })))
      if (result.outcome?.status !== 'waiting') text = result.outcome?.text
    }
    expect(text).toBe(
      [
        'ran:a before - ran:a after',
        'ran:b before x#0/p0[1]/a0 ran:b after',
        'ran:c before - ran:c after',
        'ran:d before x#0/p0[3]/a0 ran:d after',
      ].join('\n'),
    )
    const begun = vendor.effects.filter((effect) => effect.startsWith('start '))
    expect(begun.toSorted()).toEqual(items.flatMap((item) => [`start ${item} after`, `start ${item} before`]))
    const code = new Map(
      journal.filter(({ kind }) => kind === 'code').map(({ path, output }) => [path, output]),
    )
    expect(code.get('x#0/p0[2]/c0')).toBe('ran:c before')
    expect(code.get('x#0/p0[3]/c1')).toBe('ran:d after')
  })
})
