import { RunnelError } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import { describe, expect, test } from 'vitest'
import type { EnginePorts, PlannedFlow } from './engine-ports.ts'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan, type TestStep } from './testing/plan-builder.ts'
import { runToEnd } from './testing/run-to-end.ts'

const asFlow = (plan: RunPlan): Omit<PlannedFlow, 'conversation'> => ({
  plan,
  versionId: 'v1',
  flowType: 'AGENTFLOW',
  overrides: {},
})

const each = (children: TestStep, parallel = 1): TestStep => ({
  id: 'each',
  type: 'iterate',
  values: { items: [1, 2], parallel },
  children: buildPlan([children]),
})

const ask: TestStep = { id: 'ask', type: 'ask' }
const tool: TestStep = { id: 'tool', type: 'tool', values: { effects: 'write' } }
const code: TestStep = { id: 'code', type: 'code', values: { code: 'x' } }
const call: TestStep = { id: 'call', type: 'subflow', values: { flow: 'inner' } }

interface Place {
  where: string
  step: TestStep
  inner: TestStep
  calls: number
}

/** Where calls are made, and how many are in flight when the run is stopped. */
const places: Place[] = [
  { where: 'a model call', step: ask, inner: ask, calls: 1 },
  { where: 'the code of a tool', step: tool, inner: ask, calls: 1 },
  { where: 'code', step: code, inner: ask, calls: 1 },
  { where: 'a model call inside an iteration', step: each(ask), inner: ask, calls: 1 },
  { where: 'two items at the same time', step: each(ask, 2), inner: ask, calls: 2 },
  { where: 'a model call inside a sub-flow', step: call, inner: ask, calls: 1 },
  { where: 'the code of a tool inside a sub-flow', step: call, inner: tool, calls: 1 },
  { where: 'sub-flows inside two items', step: each(call, 2), inner: ask, calls: 2 },
  { where: 'two items inside a sub-flow', step: call, inner: each(ask, 2), calls: 2 },
]

/** A vendor whose calls never end by themselves, and what became of their signals. */
function createEndlessVendor(onCall: (inFlight: number) => void) {
  const signals: AbortSignal[] = []
  const delay = (_asked: string, signal: AbortSignal) => {
    signals.push(signal)
    onCall(signals.length)
    return new Promise<void>(() => undefined)
  }
  return { vendor: createFakeVendor({ delay }), signals }
}

/** The sandbox ends only when it is told to, as the real one. */
function createPorts(vendor: ReturnType<typeof createFakeVendor>, inner: TestStep): EnginePorts {
  return createFakePorts({
    vendor,
    flows: { inner: asFlow(buildPlan([inner])) },
    ports: {
      runCode: async ({ code: text, signal }) => {
        await vendor.delay(text, signal)
        return null
      },
    },
  })
}

describe('stopping a run reaches', () => {
  test.each(places)('$where at once', async ({ step, inner, calls }) => {
    const stop = new AbortController()
    const { vendor, signals } = createEndlessVendor((inFlight) => {
      if (inFlight < calls) return
      setImmediate(() => stop.abort())
    })
    const plan = buildPlan([step])
    const { outcome } = await runToEnd({ plan, ports: createPorts(vendor, inner), signal: stop.signal })
    expect(signals.map((signal) => signal.aborted)).toEqual(Array.from({ length: calls }, () => true))
    expect(outcome).toMatchObject({ status: 'terminated', error: { code: 'run_aborted' } })
  })

  test('a call that waits for its next try', async () => {
    const stop = new AbortController()
    const busy = Object.assign(new RunnelError('model_error', 'Busy.'), { retryable: true })
    const vendor = createFakeVendor({ failures: new Map([['q', [busy]]]) })
    const ports = createPorts(vendor, ask)
    ports.sleep = (_milliseconds, signal) => {
      if (vendor.calls.length > 0) setImmediate(() => stop.abort())
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
    }
    const { outcome } = await runToEnd({ plan: buildPlan([call]), ports, signal: stop.signal })
    expect(outcome?.status).toBe('terminated')
    expect(vendor.calls).toEqual(['q'])
  })

  test('nothing at all when it comes before the start: no call is made', async () => {
    const vendor = createFakeVendor()
    const { outcome } = await runToEnd({
      plan: buildPlan([ask]),
      ports: createPorts(vendor, ask),
      signal: AbortSignal.abort(),
    })
    expect(outcome?.status).toBe('terminated')
    expect(vendor.calls).toEqual([])
  })
})

describe('a step that fails reaches', () => {
  test.each(places)('$where beside it', async ({ step, inner, calls }) => {
    let failNow = () => {}
    const { vendor, signals } = createEndlessVendor((inFlight) => {
      if (inFlight === calls) setImmediate(() => failNow())
    })
    const ports = createPorts(vendor, inner)
    const { loadRun } = ports
    ports.loadRun = async (type) =>
      type === 'fail'
        ? () => new Promise((_resolve, reject) => (failNow = () => reject(new Error('no luck'))))
        : loadRun(type)
    const plan = buildPlan([step, { id: 'bad', type: 'fail' }])
    const { outcome } = await runToEnd({ plan, ports, input: { concurrency: 2 } })
    expect(signals.every((signal) => signal.aborted)).toBe(true)
    expect(outcome).toMatchObject({ status: 'error', error: { message: 'no luck', nodeId: 'bad' } })
  })
})

describe('a vendor that stays busy', () => {
  const busy = () => Object.assign(new RunnelError('model_error', 'Busy.'), { retryable: true })

  test('leads to the error branch after its tries, with growing pauses; a later step asks it anew', async () => {
    const pauses: number[] = []
    const vendor = createFakeVendor({ failures: new Map([['hello', [busy(), busy(), busy()]]]) })
    const ports = createPorts(vendor, ask)
    const { sleep } = ports
    ports.sleep = (milliseconds, signal) => {
      if (milliseconds < 60_000) pauses.push(milliseconds)
      return sleep(milliseconds, signal)
    }
    const plan = buildPlan(
      [
        { id: 'first', type: 'ask' },
        { id: 'normal', type: 'plain' },
        { id: 'rescue', type: 'ask' },
      ],
      [
        { from: 'first', to: 'normal' },
        { from: 'first', to: 'rescue', branch: 'error' },
      ],
    )
    const { outcome, journal } = await runToEnd({ plan, ports })
    expect(pauses).toEqual([500, 1_000])
    expect(outcome).toMatchObject({ status: 'finished', text: 're:hello' })
    expect(vendor.calls).toHaveLength(4)
    const again = await runToEnd({ plan, ports: createPorts(createFakeVendor(), ask), journal, fence: 2 })
    expect(again.outcome?.executed.map((entry) => `${entry.nodeId} ${entry.status}`)).toEqual([
      'first ERROR',
      'rescue FINISHED',
    ])
  })

  test('inside a sub-flow leads to the error branch of the step that called it', async () => {
    const vendor = createFakeVendor({ failures: new Map([['q', [busy(), busy(), busy()]]]) })
    const plan = buildPlan(
      [call, { id: 'rescue', type: 'plain' }],
      [{ from: 'call', to: 'rescue', branch: 'error' }],
    )
    const { outcome } = await runToEnd({ plan, ports: createPorts(vendor, ask) })
    expect(outcome).toMatchObject({ status: 'finished', text: 'rescue' })
    expect(vendor.calls).toHaveLength(3)
  })
})
