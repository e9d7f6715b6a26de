import type { Answer, AnsweredQuestion, StepRecord } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan } from './testing/plan-builder.ts'
import { summarizeEvents } from './testing/read-events.ts'
import { runToEnd, type TestRun } from './testing/run-to-end.ts'

const twoQuestions = buildPlan(
  [
    { id: 'start', type: 'plain' },
    { id: 'first', type: 'human' },
    { id: 'second', type: 'human' },
    { id: 'yes', type: 'plain' },
    { id: 'no', type: 'plain' },
    { id: 'side', type: 'plain' },
  ],
  [
    { from: 'start', to: 'first' },
    { from: 'start', to: 'side' },
    { from: 'first', to: 'second', branch: 0 },
    { from: 'first', to: 'no', branch: 1 },
    { from: 'second', to: 'yes', branch: 0 },
  ],
)

function run(more: Partial<TestRun> = {}) {
  return runToEnd({ plan: twoQuestions, ports: createFakePorts({ vendor: createFakeVendor() }), ...more })
}

const FIRST = 'first#0/a0'

function answer(journal: StepRecord[], given: Answer) {
  return run({ journal, fence: 2, settledFence: 1, answers: [{ path: FIRST, answer: given }] })
}

describe('a question to a person', () => {
  test('lets other branches go on, then suspends the run and says which step waits', async () => {
    const { outcome, journal } = await run()
    expect(outcome).toMatchObject({
      status: 'waiting',
      action: { id: 'first' },
      waiting: [{ path: FIRST, nodeId: 'first', nodeLabel: 'first', action: { id: 'first' } }],
    })
    expect(outcome?.executed.map((entry) => `${entry.nodeId} ${entry.status}`)).toEqual([
      'start FINISHED',
      'first STOPPED',
      'side FINISHED',
    ])
    expect(outcome?.executed[1]?.data.output).toMatchObject({ humanInputAction: { id: 'first' } })
    expect(outcome?.events.at(-1)).toMatchObject({ type: 'run-wait', path: FIRST })
    expect(journal.findLast((record) => record.path === 'first#0')).toMatchObject({
      status: 'waiting',
      output: { questions: [FIRST] },
    })
    expect(journal.find((record) => record.path === FIRST)).toMatchObject({
      kind: 'question',
      status: 'waiting',
      nodeId: 'first',
      output: { action: { id: 'first' }, shown: { content: 'asked' } },
    })
  })

  test('takes the branch of the answer', async () => {
    const { journal } = await run()
    const rejected = await answer(journal, { type: 'reject' })
    expect(rejected.outcome).toMatchObject({ status: 'finished' })
    expect(rejected.outcome?.executed.map((entry) => entry.nodeId)).toEqual(['start', 'first', 'side', 'no'])
    const proceeded = await answer(journal, { type: 'proceed' })
    expect(proceeded.outcome).toMatchObject({ status: 'waiting', waiting: [{ path: 'second#0/a0' }] })
    expect(summarizeEvents(proceeded.outcome?.events ?? [])).toEqual([
      'step-start first#0',
      'step-end first#0',
      'step-start second#0',
      'step-end second#0',
      'run-wait second#0/a0',
    ])
  })

  test('takes an answer once: after a crash it does not answer the next question', async () => {
    const { journal } = await run()
    const asked = await answer(journal, { type: 'proceed' })
    const again = await answer(asked.journal, { type: 'proceed' })
    expect(again.outcome).toMatchObject({ status: 'waiting', waiting: [{ path: 'second#0/a0' }] })
    expect(summarizeEvents(again.outcome?.events ?? [])).toEqual(['run-wait second#0/a0'])
    const taken = again.journal.filter((record) => record.path === FIRST && record.status === 'finished')
    expect(taken.map((record) => record.output)).toEqual([{ type: 'proceed' }])
  })

  test('still has its answer when the process died while it was taken', async () => {
    const { journal } = await run()
    const waiting = journal.findLast((record) => record.path === 'first#0')
    const begun: StepRecord[] = waiting ? [{ ...waiting, attempt: 2, status: 'started' }] : []
    expect(begun).toHaveLength(1)
    const { outcome } = await answer([...journal, ...begun], { type: 'proceed' })
    expect(outcome?.waiting.map((question) => question.path)).toEqual(['second#0/a0'])
  })
})

describe('a run whose owner died before it could write anything', () => {
  const asker = buildPlan(
    [
      { id: 'start', type: 'plain' },
      { id: 'a', type: 'ask' },
      { id: 'b', type: 'ask', values: { prompt: 'more' } },
    ],
    [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'b' },
    ],
  )

  async function takeOver(fence: number, settled: Pick<TestRun, 'answers' | 'settledFence'> = {}) {
    const { outcome, pieces, events } = await runToEnd({
      plan: asker,
      fence,
      ports: createFakePorts({ vendor: createFakeVendor() }),
      input: { streaming: true },
      ...settled,
    })
    expect(outcome?.status).toBe('finished')
    const begun = pieces.flatMap((piece) => piece.records).filter((record) => record.kind === 'model')
    const attempts = [...new Set(begun.map((record) => `${record.path} ${record.attempt}`))]
    return { attempts, restarted: summarizeEvents(events).filter((event) => event.startsWith('step-re')) }
  }

  test('numbers what may be a repeat by its fence, what comes after by one, and voids text that was shown', async () => {
    expect(await takeOver(1)).toEqual({ attempts: ['a#0/m0 1', 'b#0/m0 1'], restarted: [] })
    expect(await takeOver(3)).toEqual({
      attempts: ['a#0/m0 3', 'b#0/m0 1'],
      restarted: ['step-restarted start#0', 'step-restarted a#0'],
    })
  })

  test('knows the first owner after an answer from one that takes over', async () => {
    const answers: AnsweredQuestion[] = [{ path: 'x#0/a0', answer: { type: 'proceed' } }]
    expect((await takeOver(5, { answers, settledFence: 4 })).restarted).toEqual([])
    expect((await takeOver(6, { answers, settledFence: 4 })).attempts).toEqual(['a#0/m0 6', 'b#0/m0 1'])
  })
})

describe('a run whose owner died while it was being stopped', () => {
  const plan = buildPlan(
    [
      { id: 'start', type: 'plain' },
      { id: 'a', type: 'ask' },
    ],
    [{ from: 'start', to: 'a' }],
  )

  async function stopInFlight(): Promise<StepRecord[]> {
    const stop = new AbortController()
    const vendor = createFakeVendor({
      delay: () => {
        setImmediate(() => stop.abort())
        return new Promise(() => undefined)
      },
    })
    const { outcome, journal } = await runToEnd({
      plan,
      ports: createFakePorts({ vendor }),
      signal: stop.signal,
    })
    expect(outcome?.status).toBe('terminated')
    return journal
  }

  test('runs the stopped step again, and does not take the step before it for its end', async () => {
    const journal = await stopInFlight()
    const ports = createFakePorts({ vendor: createFakeVendor() })
    const { outcome } = await runToEnd({ plan, journal, ports, fence: 2 })
    expect(outcome).toMatchObject({ status: 'finished', text: 're:hello' })
    expect(outcome?.executed.map((entry) => `${entry.nodeId} ${entry.status}`)).toEqual([
      'start FINISHED',
      'a FINISHED',
    ])
  })

  test('ends as stopped when the stop comes again', async () => {
    const journal = await stopInFlight()
    const ports = createFakePorts({ vendor: createFakeVendor() })
    const { outcome } = await runToEnd({ plan, journal, ports, fence: 2, signal: AbortSignal.abort() })
    expect(outcome?.status).toBe('terminated')
    expect(outcome?.executed.map((entry) => `${entry.nodeId} ${entry.status}`)).toEqual([
      'start FINISHED',
      'a TERMINATED',
    ])
  })

  test('still lists what a failed step stopped', async () => {
    const failing = buildPlan([
      { id: 'slow', type: 'ask' },
      { id: 'bad', type: 'fail' },
    ])
    const vendor = createFakeVendor({ delay: () => new Promise(() => undefined) })
    const ports = createFakePorts({ vendor })
    const first = await runToEnd({ plan: failing, ports, input: { concurrency: 2 } })
    const input = { concurrency: 2 }
    const again = await runToEnd({ plan: failing, journal: first.journal, ports, fence: 2, input })
    expect(again.outcome?.error).toEqual(first.outcome?.error)
    expect(again.outcome?.executed).toEqual(first.outcome?.executed)
  })
})

describe('a call that was interrupted', () => {
  const plan = buildPlan([
    { id: 'agent', type: 'tool', label: 'Agent', values: { effects: 'write', name: 'pay' } },
  ])

  /** The tool leaves its mark by a call of its own, which counts as what the tool is. */
  const CODE = 'agent#0/t0.0/c0'

  async function interrupt(effects: string) {
    const vendor = createFakeVendor()
    const interrupted = buildPlan([
      { id: 'agent', type: 'tool', label: 'Agent', values: { effects, name: 'pay' } },
    ])
    const { pieces } = await runToEnd({ plan: interrupted, ports: createFakePorts({ vendor }) })
    const begun = pieces.flatMap((piece) => piece.records).filter((record) => record.status === 'started')
    expect(vendor.effects).toEqual(['start pay "x"', 'end pay "x"'])
    vendor.effects.length = 0
    return { vendor, journal: begun, interrupted }
  }

  test('that only reads is made again, and readers are told', async () => {
    const { vendor, journal, interrupted } = await interrupt('read')
    const { outcome, events, pieces } = await runToEnd({
      plan: interrupted,
      journal,
      ports: createFakePorts({ vendor }),
    })
    expect(outcome?.status).toBe('finished')
    expect(summarizeEvents(events)).toEqual([
      'step-restarted agent#0',
      'tool-start agent#0/t0.0',
      'tool-end agent#0/t0.0',
      'step-end agent#0',
      'run-end',
    ])
    const attempts = pieces.flatMap((piece) => piece.records.map((record) => [record.path, record.attempt]))
    expect(attempts).toContainEqual(['agent#0/t0.0', 2])
    expect(attempts).toContainEqual([CODE, 2])
    expect(vendor.effects).toEqual(['start pay "x"', 'end pay "x"'])
  })

  test('that may have changed something makes the run wait with a clear question', async () => {
    const { vendor, journal } = await interrupt('write')
    const { outcome } = await runToEnd({ plan, journal, ports: createFakePorts({ vendor }) })
    expect(outcome).toMatchObject({ status: 'waiting', waiting: [{ path: `${CODE}/a~1`, nodeId: 'agent' }] })
    expect(outcome?.action).toMatchObject({
      mapping: { approve: 'Proceed', reject: 'Reject' },
      data: { nodeId: 'agent', nodeLabel: 'Agent' },
    })
    expect(JSON.stringify(outcome?.action)).toContain('was interrupted')
    expect(vendor.effects).toEqual([])
  })

  test('is made again on proceed and treated as failed on reject', async () => {
    for (const type of ['proceed', 'reject'] as const) {
      const { vendor, journal } = await interrupt('write')
      const asked = await runToEnd({ plan, journal, ports: createFakePorts({ vendor }) })
      const { outcome } = await runToEnd({
        plan,
        journal: asked.journal,
        ports: createFakePorts({ vendor }),
        fence: 2,
        settledFence: 1,
        answers: [{ path: `${CODE}/a~1`, answer: { type } }],
      })
      expect(outcome?.status).toBe('finished')
      expect(vendor.effects).toHaveLength(type === 'proceed' ? 2 : 0)
      expect(outcome?.usedTools[0]?.error !== undefined).toBe(type === 'reject')
    }
  })

  test('that asks something else than before is an error that names the step', async () => {
    const vendor = createFakeVendor()
    const build = (prompt: string) =>
      buildPlan([{ id: 'a', type: 'ask', label: 'Asker', values: { prompt: [prompt, 'more'] } }])
    const cut = await runToEnd({
      plan: build('one'),
      ports: createFakePorts({ vendor }),
      onPiece: (piece) => (piece.durable ? 'cut' : undefined),
    })
    const { outcome } = await runToEnd({
      plan: build('two'),
      journal: cut.journal,
      ports: createFakePorts({ vendor }),
    })
    expect(outcome?.error).toMatchObject({ code: 'journal_mismatch', nodeId: 'a' })
    expect(outcome?.error?.message).toContain('"Asker"')
  })
})
