import { RunnelError } from '@runnel/contract'
import type { RunNode } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan } from './testing/plan-builder.ts'
import { runToEnd } from './testing/run-to-end.ts'
import { fakeModel } from './testing/synthetic-nodes.ts'

const never = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

function createRetryable(retryAfterMs?: number): Error {
  return Object.assign(new RunnelError('model_error', 'The vendor is busy.'), {
    retryable: true,
    retryAfterMs,
  })
}

describe('a failed step', () => {
  test('ends the run, stops what runs beside it and keeps later steps from running', async () => {
    const vendor = createFakeVendor({ delay: (_asked, signal) => never(signal) })
    const plan = buildPlan(
      [
        { id: 'start', type: 'plain' },
        { id: 'slow', type: 'ask' },
        { id: 'bad', type: 'fail', label: 'Bad one', values: { message: 'no luck' } },
        { id: 'after', type: 'plain' },
      ],
      [
        { from: 'start', to: 'slow' },
        { from: 'start', to: 'bad' },
        { from: 'bad', to: 'after' },
      ],
    )
    const { outcome } = await runToEnd({
      plan,
      ports: createFakePorts({ vendor }),
      input: { concurrency: 4 },
    })
    expect(outcome).toMatchObject({
      status: 'error',
      error: { code: 'step_failed', message: 'no luck', nodeId: 'bad' },
    })
    expect(outcome?.executed.map(({ nodeId, status, data }) => [nodeId, status, data.error])).toEqual([
      ['start', 'FINISHED', undefined],
      ['slow', 'TERMINATED', 'Flow execution was cancelled'],
      ['bad', 'ERROR', 'no luck'],
    ])
    expect(outcome?.executed[2]?.data).toEqual({ id: 'bad', name: 'fail', error: 'no luck' })
  })

  test('goes on at its error branch where one is wired, and only there', async () => {
    const plan = buildPlan(
      [
        { id: 'bad', type: 'fail' },
        { id: 'normal', type: 'plain' },
        { id: 'rescue', type: 'plain', values: { say: 'rescued' } },
      ],
      [
        { from: 'bad', to: 'normal' },
        { from: 'bad', to: 'rescue', branch: 'error' },
      ],
    )
    const { outcome } = await runToEnd({ plan, ports: createFakePorts({ vendor: createFakeVendor() }) })
    expect(outcome).toMatchObject({ status: 'finished', text: 'rescued' })
    expect(outcome?.executed.map((entry) => `${entry.nodeId} ${entry.status}`)).toEqual([
      'bad ERROR',
      'rescue FINISHED',
    ])
  })

  test('whose type nobody knows says which node it is', async () => {
    const plan = buildPlan([{ id: 'x', type: 'mystery', label: 'My node' }])
    const { outcome } = await runToEnd({ plan, ports: createFakePorts({ vendor: createFakeVendor() }) })
    expect(outcome?.error).toMatchObject({ code: 'missing_component', nodeId: 'x' })
    expect(outcome?.error?.message).toContain('"My node"')
  })
})

describe('a call that failed before the process died', () => {
  test('fails again with the code that it had, and is not made again', async () => {
    const refused = new RunnelError('missing_credential', 'Node a has no credential.')
    const vendor = createFakeVendor({ failures: new Map([['first', [refused]]]) })
    const forgiving: RunNode = async (context) => {
      const ask = (content: string) => context.model(fakeModel, { messages: [{ role: 'user', content }] })
      const code = await ask('first').catch((error: RunnelError) => error.code)
      await ask('second')
      return { output: { content: String(code) } }
    }
    const ports = createFakePorts({ vendor, ports: { loadRun: async () => forgiving } })
    const plan = buildPlan([{ id: 'a', type: 'x' }])
    const cut = await runToEnd({ plan, ports, onPiece: (piece) => piece.durable && 'cut' })
    expect(cut.outcome).toBeUndefined()
    const { outcome } = await runToEnd({ plan, ports, journal: cut.journal, fence: 2 })
    expect(outcome?.text).toBe('missing_credential')
    expect(vendor.calls.filter((asked) => asked === 'first')).toHaveLength(1)
  })
})

describe("a vendor's refusal", () => {
  test('that may pass is tried again twice, as one call of the journal', async () => {
    const waits: number[] = []
    const vendor = createFakeVendor({
      failures: new Map([['hello', [createRetryable(), createRetryable(90_000)]]]),
    })
    const ports = createFakePorts({ vendor })
    const { sleep } = ports
    ports.sleep = (milliseconds, signal) => {
      if (milliseconds < 60_000) waits.push(milliseconds)
      return sleep(milliseconds, signal)
    }
    const { outcome, journal } = await runToEnd({ plan: buildPlan([{ id: 'a', type: 'ask' }]), ports })
    expect(outcome?.text).toBe('re:hello')
    expect(vendor.calls).toHaveLength(3)
    expect(waits).toEqual([500, 20_000])
    expect(journal.filter((record) => record.kind === 'model').map((record) => record.attempt)).toEqual([
      1, 1,
    ])
  })

  test('is an error after three tries, or at once when no try can help', async () => {
    const busy = [createRetryable(), createRetryable(), createRetryable()]
    const vendor = createFakeVendor({ failures: new Map<string, Error[]>([['hello', busy]]) })
    const plan = buildPlan([{ id: 'a', type: 'ask' }])
    const first = await runToEnd({ plan, ports: createFakePorts({ vendor }) })
    expect(first.outcome?.error).toMatchObject({ code: 'model_error', message: 'The vendor is busy.' })
    expect(vendor.calls).toHaveLength(3)
    vendor.failures.set('hello', [new RunnelError('model_error', 'Wrong key.')])
    const second = await runToEnd({ plan, ports: createFakePorts({ vendor }) })
    expect(second.outcome?.error?.message).toBe('Wrong key.')
    expect(vendor.calls).toHaveLength(4)
  })
})

describe('a run that is stopped', () => {
  test('reaches the call in flight and ends as terminated', async () => {
    const stop = new AbortController()
    const seen: unknown[] = []
    const vendor = createFakeVendor({
      delay: async (_asked, signal) => {
        stop.abort()
        seen.push(signal.aborted)
        await never(signal)
      },
    })
    const plan = buildPlan(
      [
        { id: 'a', type: 'ask' },
        { id: 'b', type: 'ask' },
      ],
      [{ from: 'a', to: 'b' }],
    )
    const { outcome, events } = await runToEnd({
      plan,
      ports: createFakePorts({ vendor }),
      signal: stop.signal,
    })
    expect(seen).toEqual([true])
    expect(outcome).toMatchObject({ status: 'terminated', error: { code: 'run_aborted' } })
    expect(outcome?.error?.message).toContain('Aborted')
    expect(outcome?.executed.map((entry) => entry.status)).toEqual(['TERMINATED'])
    expect(outcome?.events.at(-1)).toMatchObject({ type: 'run-end', status: 'terminated' })
    expect(events.find((event) => event.type === 'step-end')).toMatchObject({ status: 'terminated' })
  })

  test('is not held up by a node that does not listen', async () => {
    const stop = new AbortController()
    const ports = createFakePorts({
      vendor: createFakeVendor(),
      ports: {
        loadRun: async () => () => {
          stop.abort()
          return new Promise(() => undefined)
        },
      },
    })
    const { outcome } = await runToEnd({
      plan: buildPlan([{ id: 'deaf', type: 'x' }]),
      ports,
      signal: stop.signal,
    })
    expect(outcome?.status).toBe('terminated')
  })
})

describe('a budget', () => {
  const chain = buildPlan(
    ['a', 'b', 'c'].map((id) => ({ id, type: 'ask', values: { prompt: `${id.repeat(40)}` } })),
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  )

  test('of steps ends the run before the step that would pass it', async () => {
    const vendor = createFakeVendor()
    const { outcome } = await runToEnd({
      plan: chain,
      ports: createFakePorts({ vendor }),
      budgets: { maxSteps: 2 },
    })
    expect(outcome).toMatchObject({
      status: 'error',
      error: { code: 'budget_exceeded', message: 'Maximum iteration limit reached', nodeId: 'c' },
    })
    expect(vendor.calls).toHaveLength(2)
  })

  test('of tokens ends the run before a call whose prompt does not fit any more', async () => {
    const vendor = createFakeVendor()
    const { outcome } = await runToEnd({
      plan: chain,
      ports: createFakePorts({ vendor }),
      budgets: { maxTokens: 39 },
    })
    expect(outcome?.error).toMatchObject({ code: 'budget_exceeded', nodeId: 'c' })
    expect(vendor.calls).toHaveLength(2)
  })

  test('of tokens counts the longest reply before the call, where the flow limits it', async () => {
    const vendor = createFakeVendor({ maxReplyTokens: 30 })
    const budgets = { maxTokens: 69 }
    const { outcome } = await runToEnd({ plan: chain, ports: createFakePorts({ vendor }), budgets })
    expect(outcome?.error).toMatchObject({ code: 'budget_exceeded', nodeId: 'c' })
    expect(outcome?.error?.message).toContain("may need 40 tokens, and of the run's 69 only 39 are left")
    expect(vendor.calls).toHaveLength(2)
    const enough = await runToEnd({
      plan: chain,
      ports: createFakePorts({ vendor }),
      budgets: { maxTokens: 70 },
    })
    expect(enough.outcome?.status).toBe('finished')
  })

  test('of tokens keeps parallel calls apart by what each may still answer', async () => {
    const vendor = createFakeVendor({ maxReplyTokens: 50 })
    const plan = buildPlan(['a', 'b', 'c'].map((id) => ({ id, type: 'ask', values: { prompt: id } })))
    const { outcome } = await runToEnd({
      plan,
      ports: createFakePorts({ vendor }),
      budgets: { maxTokens: 120 },
      input: { concurrency: 4 },
    })
    expect(outcome?.error?.code).toBe('budget_exceeded')
    expect(vendor.calls).toHaveLength(2)
  })

  test('of tokens holds for parallel branches together', async () => {
    const vendor = createFakeVendor()
    const plan = buildPlan(
      ['a', 'b', 'c'].map((id) => ({ id, type: 'ask', values: { prompt: id.repeat(40) } })),
    )
    const { outcome } = await runToEnd({
      plan,
      ports: createFakePorts({ vendor }),
      budgets: { maxTokens: 25 },
      input: { concurrency: 4 },
    })
    expect(outcome?.error?.code).toBe('budget_exceeded')
    expect(vendor.calls).toHaveLength(2)
  })

  test('of time ends the run as timed out', async () => {
    const vendor = createFakeVendor({ delay: (_asked, signal) => never(signal) })
    const { outcome } = await runToEnd({
      plan: chain,
      ports: createFakePorts({ vendor }),
      budgets: { maxMilliseconds: 5 },
    })
    expect(outcome).toMatchObject({ status: 'timeout', error: { code: 'budget_exceeded' } })
  })

  test('of time ends the run from inside iterations and sub-flows too', async () => {
    const vendor = createFakeVendor({ delay: (_asked, signal) => never(signal) })
    const asks = buildPlan([{ id: 'in', type: 'ask' }])
    const flows = { inner: { plan: asks, versionId: 'v1', flowType: 'AGENTFLOW' as const, overrides: {} } }
    for (const step of [
      { id: 'each', type: 'iterate', values: { items: [1, 2], parallel: 2 }, children: asks },
      { id: 'call', type: 'subflow', values: { flow: 'inner' } },
    ]) {
      const { outcome } = await runToEnd({
        plan: buildPlan([step]),
        ports: createFakePorts({ vendor, flows }),
        budgets: { maxMilliseconds: 5 },
      })
      expect(outcome).toMatchObject({ status: 'timeout', error: { code: 'budget_exceeded' } })
    }
  })

  test('cannot be swallowed by a node', async () => {
    const swallow = buildPlan([{ id: 'a', type: 'swallow' }])
    const ports = createFakePorts({
      vendor: createFakeVendor(),
      ports: {
        loadRun: async () => async (context) => {
          const messages = [{ role: 'user' as const, content: 'x'.repeat(400) }]
          await context.model(fakeModel, { messages }).catch(() => undefined)
          return { output: { content: 'fine' } }
        },
      },
    })
    const { outcome } = await runToEnd({ plan: swallow, ports, budgets: { maxTokens: 10 } })
    expect(outcome?.error?.code).toBe('budget_exceeded')
  })
})
