import { setImmediate as turn } from 'node:timers/promises'
import { type JsonObject, type NodeDefinition, RunnelError, type StepRecord } from '@runnel/contract'
import type { RunNode } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { EnginePorts } from './engine-ports.ts'
import { stepOrder } from './step-order.ts'
import { createFakeVendor, type FakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan } from './testing/plan-builder.ts'
import { runToEnd } from './testing/run-to-end.ts'
import { fakeModel, syntheticNodes } from './testing/synthetic-nodes.ts'

const inputs: NodeDefinition['inputs'] = [
  { name: 'onError', label: 'On error', type: 'options', readAs: 'onError' },
  { name: 'fallback', label: 'Fallback', type: 'string', readAs: 'fallback' },
  { name: 'retries', label: 'Retries', type: 'number', readAs: 'retries' },
  { name: 'delay', label: 'Delay', type: 'number', readAs: 'retryDelay' },
  { name: 'limit', label: 'Limit', type: 'number', readAs: 'timeLimit' },
]

/** Asks the model, then fails until its answer was asked for so often. */
function createShaky(failures: number): { run: RunNode; asked: () => number } {
  let count = 0
  return {
    asked: () => count,
    run: async ({ model }) => {
      const request = { messages: [{ role: 'user' as const, content: 'try' }] }
      await model(fakeModel, request, { show: true })
      count += 1
      if (count <= failures) throw new RunnelError('step_failed', `No luck ${count}.`)
      return { output: { content: `luck ${count}` } }
    },
  }
}

function planWith(values: JsonObject, isLast = true) {
  const steps = [
    { id: 'shaky', type: 'shaky', values, definition: { inputs } },
    ...(isLast ? [] : [{ id: 'after', type: 'plain' }]),
  ]
  return buildPlan(steps, isLast ? [] : [{ from: 'shaky', to: 'after' }])
}

function portsWith(run: RunNode, vendor: FakeVendor, ports: Partial<EnginePorts> = {}) {
  return createFakePorts({
    vendor,
    ports: { loadRun: async (type) => (type === 'shaky' ? run : syntheticNodes[type]), ...ports },
  })
}

/** The limit of the whole run is waited for, the delays between tries are not. */
function noteDelays(delays: number[]): EnginePorts['sleep'] {
  return async (milliseconds) => {
    if (milliseconds > 60_000) await new Promise(() => undefined)
    delays.push(milliseconds)
  }
}

describe('a step that may be tried again', () => {
  test('asks anew in each try and ends with the first that succeeds', async () => {
    const vendor = createFakeVendor()
    const shaky = createShaky(2)
    const delays: number[] = []
    const { outcome, journal } = await runToEnd({
      plan: planWith({ retries: 3, delay: 2 }, false),
      ports: portsWith(shaky.run, vendor, { sleep: noteDelays(delays) }),
    })
    expect(outcome?.status).toBe('finished')
    expect(outcome?.executed[0]?.data.output).toEqual({ content: 'luck 3' })
    expect(vendor.calls).toEqual(['try', 'try', 'try'])
    expect(delays).toEqual([2_000, 4_000])
    expect(
      journal.filter(({ kind }) => kind === 'try').map(({ path, status }) => `${path} ${status}`),
    ).toEqual(expect.arrayContaining(['shaky#0/y0 failed', 'shaky#0/y1 failed', 'shaky#0/y2 finished']))
  })

  test('fails with its last error when every try did', async () => {
    const shaky = createShaky(9)
    const { outcome } = await runToEnd({
      plan: planWith({ retries: 2 }, false),
      ports: portsWith(shaky.run, createFakeVendor()),
    })
    expect(outcome).toMatchObject({ status: 'error', error: { message: 'No luck 3.' } })
    expect(shaky.asked()).toBe(3)
  })

  test('is not tried again when readers have seen its text', async () => {
    const shaky = createShaky(1)
    const { outcome } = await runToEnd({
      plan: planWith({ retries: 2 }),
      ports: portsWith(shaky.run, createFakeVendor()),
      input: { streaming: true },
    })
    expect(outcome).toMatchObject({ status: 'error', error: { message: 'No luck 1.' } })
  })

  test('makes no finished call of any try again, wherever the process dies', async () => {
    const whole = await runToEnd({ plan: planWith({ retries: 3 }, false), ports: createWorld().ports })
    expect(whole.outcome?.executed[0]?.data.output).toEqual({ content: 'third' })
    for (let cut = 0; cut < whole.pieces.length; cut++) {
      const world = createWorld()
      const run = { plan: planWith({ retries: 3 }, false), ports: world.ports }
      const died = await runToEnd({ ...run, onPiece: (_piece, index) => (index === cut ? 'cut' : undefined) })
      const lost = world.made() - countRequests(died.journal)
      const { outcome, journal } = await runToEnd({ ...run, journal: died.journal, fence: 2 })
      expect(outcome?.status).toBe('finished')
      expect(world.made()).toBe(countRequests([...died.journal, ...journal]) + lost)
    }
  })
})

test('a person who refuses to make an interrupted request again refuses it for all further tries', async () => {
  let made = 0
  const post: RunNode = async ({ http }) => {
    await http({ url: 'https://bank.example/pay', method: 'POST' })
    return { output: {} }
  }
  const request: EnginePorts['request'] = async () => {
    made += 1
    return { status: 200, headers: {}, body: 'paid' }
  }
  const run = {
    plan: planWith({ retries: 3 }, false),
    ports: portsWith(post, createFakeVendor(), { request }),
  }
  const first = await runToEnd(run)
  const begun = first.pieces.flatMap(({ records }) => records).filter(({ status }) => status === 'started')
  const asked = await runToEnd({ ...run, journal: begun, fence: 2 })
  const [question] = asked.outcome?.waiting ?? []
  expect(question?.path).toBe('shaky#0/y0/h0/a~1')
  const answers = [{ path: 'shaky#0/y0/h0/a~1', answer: { type: 'reject' as const } }]
  const settled = { ...run, journal: asked.journal, fence: 3, settledFence: 2 }
  const { outcome, journal } = await runToEnd({ ...settled, answers })
  expect(outcome?.error?.message).toContain('chose not to make the call again')
  const died = journal.filter(({ kind, status }) => kind !== 'step' || status === 'started')
  const taken = await runToEnd({ ...run, journal: died, fence: 4, settledFence: 2, answers })
  expect(taken.outcome?.status).toBe('error')
  expect(made).toBe(1)
})

/** A step that fails until the world has counted to three; the world counts requests whoever makes them. */
function createWorld() {
  let made = 0
  const run: RunNode = async ({ http, model }) => {
    await model(fakeModel, { messages: [{ role: 'user', content: 'x' }] })
    const { body } = await http({ url: 'https://count.example/', method: 'GET' })
    if (Number(body) < 3) throw new RunnelError('step_failed', `Only ${body}.`)
    return { output: { content: 'third' } }
  }
  const request: EnginePorts['request'] = async () => {
    made += 1
    return { status: 200, headers: {}, body: String(Math.min(made, 3)) }
  }
  return { ports: portsWith(run, createFakeVendor(), { request }), made: () => made }
}

function countRequests(journal: StepRecord[]): number {
  const finished = journal.filter(({ kind, status }) => kind === 'http' && status === 'finished')
  return new Set(finished.map(({ path, attempt }) => `${path} ${attempt}`)).size
}

describe('a step with a time limit', () => {
  const never = (signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })

  test('is stopped when its time is over, and says so', async () => {
    const vendor = createFakeVendor({ delay: (_asked, signal) => never(signal) })
    const { outcome } = await runToEnd({
      plan: planWith({ limit: 30 }, false),
      ports: portsWith(createShaky(0).run, vendor),
    })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'timeout' } })
    expect(outcome?.error?.message).toContain('took longer than the 30 seconds')
  })

  test.each([
    [
      'a request',
      ({ http }: Parameters<RunNode>[0]) => http({ url: 'https://slow.example/', method: 'GET' }),
    ],
    ['code', ({ code }: Parameters<RunNode>[0]) => code('slow', {})],
  ] as const)('stops %s that it has under way', async (_what, work) => {
    const stopped: unknown[] = []
    const vendor = createFakeVendor({
      delay: (_asked, signal) =>
        never(signal).catch((error) => {
          stopped.push(error)
          throw error
        }),
    })
    const { outcome } = await runToEnd({
      plan: planWith({ limit: 30 }, false),
      ports: portsWith(async (context) => {
        await work(context)
        return { output: {} }
      }, vendor),
    })
    expect(outcome?.error?.code).toBe('timeout')
    expect(stopped).toHaveLength(1)
  })

  test('loses no time while it waits for a person, whatever else goes on', async () => {
    const limit = Promise.withResolvers<void>()
    const vendor = createFakeVendor({
      delay: async () => {
        for (let turns = 0; turns < 20; turns += 1) await turn()
        limit.resolve()
        for (let turns = 0; turns < 20; turns += 1) await turn()
      },
    })
    const asking: RunNode = async ({ ask }) => {
      const data = { nodeId: 'shaky', nodeLabel: 'shaky', input: 'May I?' }
      await ask({
        action: { id: 'a', mapping: { approve: 'Proceed', reject: 'Reject' }, elements: [], data },
      })
      return { output: { content: 'allowed' } }
    }
    const sleep: EnginePorts['sleep'] = (milliseconds, signal) =>
      milliseconds === 30_000 ? Promise.race([limit.promise, never(signal)]) : never(signal)
    const { outcome, journal } = await runToEnd({
      plan: buildPlan([
        { id: 'shaky', type: 'shaky', values: { limit: 30 }, definition: { inputs } },
        { id: 'slow', type: 'ask', values: { prompt: 'slow' } },
      ]),
      ports: portsWith(asking, vendor, { sleep }),
      input: { concurrency: 2 },
    })
    expect(outcome?.status).toBe('waiting')
    expect(journal.filter(({ kind, status }) => kind === 'try' && status === 'failed')).toEqual([])
  })

  test('takes the branch that the person chose', async () => {
    const asking = syntheticNodes.human
    if (!asking) throw new Error('There is no question to test with.')
    const values = { limit: 30, retries: 2, onError: 'goOn' }
    const run = {
      plan: buildPlan(
        [
          { id: 'shaky', type: 'shaky', values, definition: { inputs } },
          ...['proceeds', 'rejects'].map((id) => ({ id, type: 'plain' })),
        ],
        [
          { from: 'shaky', to: 'proceeds', branch: 0 },
          { from: 'shaky', to: 'rejects', branch: 1 },
        ],
      ),
      ports: portsWith(asking, createFakeVendor()),
    }
    const { outcome: asked, journal } = await runToEnd(run)
    const answers = (asked?.waiting ?? []).map(({ path }) => ({ path, answer: { type: 'proceed' as const } }))
    const { outcome } = await runToEnd({ ...run, journal, fence: 2, settledFence: 1, answers })
    expect(outcome).toMatchObject({ status: 'finished', text: 'proceeds' })
  })

  test('is tried again, and code that does not listen does not hold it up', async () => {
    let count = 0
    const deaf: RunNode = async () => {
      count += 1
      if (count === 1) await new Promise(() => undefined)
      return { output: { content: 'quick now' } }
    }
    const { outcome } = await runToEnd({
      plan: planWith({ limit: 30, retries: 1 }),
      ports: portsWith(deaf, createFakeVendor()),
    })
    expect(outcome).toMatchObject({ status: 'finished', text: 'quick now' })
  })
})

describe('a step after whose failure the run goes on', () => {
  test('gives the text of its author, and its error beside it', async () => {
    const { outcome } = await runToEnd({
      plan: planWith({ onError: 'goOn', fallback: 'Sorry, not now.' }, false),
      ports: portsWith(createShaky(9).run, createFakeVendor()),
    })
    expect(outcome?.status).toBe('finished')
    expect(outcome?.executed.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual([
      'shaky FINISHED',
      'after FINISHED',
    ])
    expect(outcome?.executed[0]?.data.output).toEqual({
      content: 'Sorry, not now.',
      error: { code: 'step_failed', message: 'No luck 1.' },
    })
  })

  test.each([
    ['goOn', ['shaky FINISHED', 'last FINISHED']],
    ['errorBranch', ['shaky ERROR', 'failed FINISHED']],
  ])('with ways to choose from takes one of them (%s)', async (onError, executed) => {
    const outputs = ['first', 'last'].map((name) => ({ name, label: name }))
    const { outcome } = await runToEnd({
      plan: buildPlan(
        [
          { id: 'shaky', type: 'shaky', values: { onError }, definition: { inputs, outputs } },
          ...['first', 'last', 'failed'].map((id) => ({ id, type: 'plain' })),
        ],
        [
          { from: 'shaky', to: 'first', branch: 0 },
          { from: 'shaky', to: 'last', branch: 1 },
          { from: 'shaky', to: 'failed', branch: 'error' },
        ],
      ),
      ports: portsWith(createShaky(9).run, createFakeVendor()),
    })
    expect(outcome?.status).toBe('finished')
    expect(outcome?.executed.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual(executed)
  })

  test('does not outlive what ends the whole run', async () => {
    const { outcome } = await runToEnd({
      plan: planWith({ onError: 'goOn', retries: 5 }, false),
      ports: portsWith(
        async () => Promise.reject(new RunnelError('budget_exceeded', 'Too much.')),
        createFakeVendor(),
      ),
    })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'budget_exceeded' } })
  })
})

describe('an iteration', () => {
  const item = {
    id: 'item',
    type: 'ask',
    values: { prompt: '{{$iteration}}' },
    definition: { inputs: [{ name: 'prompt', label: 'Prompt', type: 'string', acceptVariable: true }] },
  }
  const planItems = (values: JsonObject) =>
    buildPlan([
      {
        id: 'each',
        type: 'iterate',
        values: { items: ['a', 'b'], ...values },
        definition: { inputs },
        children: buildPlan([item]),
      },
    ])
  const hang = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  /** The limit is over as soon as an item hangs. */
  function createHanging(hangs: (asked: string, n: number) => boolean) {
    const limits: (() => void)[] = []
    const stopped: string[] = []
    let asked = 0
    const vendor = createFakeVendor({
      delay: async (prompt, signal) => {
        asked += 1
        if (!hangs(prompt, asked)) return
        for (const end of limits.splice(0)) end()
        await hang(signal).catch((error) => {
          stopped.push(prompt)
          throw error
        })
      },
    })
    const sleep: EnginePorts['sleep'] = (milliseconds, signal) =>
      milliseconds === 30_000
        ? Promise.race([new Promise<void>((resolve) => limits.push(resolve)), hang(signal)])
        : milliseconds > 60_000
          ? hang(signal)
          : Promise.resolve()
    return { ports: createFakePorts({ vendor, ports: { sleep } }), vendor, stopped }
  }

  test('with a time limit stops the item that is under way, and says so', async () => {
    const { ports, stopped, vendor } = createHanging((asked) => asked === 'b')
    const { outcome } = await runToEnd({ plan: planItems({ limit: 30 }), ports })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'timeout' } })
    expect(stopped).toEqual(['b'])
    expect(vendor.calls).toEqual(['a', 'b'])
  })

  test('that is tried again runs all its items anew, and lists those of its last try', async () => {
    const { ports, vendor } = createHanging((asked, n) => asked === 'b' && n === 2)
    const plan = planItems({ limit: 30, retries: 1 })
    const { outcome, journal } = await runToEnd({ plan, ports })
    expect(outcome).toMatchObject({ status: 'finished', text: 're:a\nre:b' })
    expect(vendor.calls).toEqual(['a', 'b', 'a', 'b'])
    expect(outcome?.executed.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'each#0/y1[0]/item#0 FINISHED',
      'each#0/y1[1]/item#0 FINISHED',
      'each#0 FINISHED',
    ])
    const listed = stepOrder(plan, journal, { concurrency: 1, sessionId: 'session' })
    expect(listed.flatMap(({ executed }) => executed.map(({ path }) => path))).toEqual(
      outcome?.executed.map(({ path }) => path),
    )
  })

  test('makes no item of a finished try again, wherever the process dies', async () => {
    const plan = planItems({ limit: 30, retries: 2 })
    const whole = await runToEnd({ plan, ports: createHanging((_asked, n) => n === 2).ports })
    for (let cut = 0; cut < whole.pieces.length; cut += 1) {
      const { ports } = createHanging((_asked, n) => n === 2)
      const died = await runToEnd({
        plan,
        ports,
        onPiece: (_piece, index) => (index === cut ? 'cut' : undefined),
      })
      const { outcome } = await runToEnd({
        plan,
        ports: createHanging(() => false).ports,
        journal: died.journal,
        fence: 2,
      })
      expect(outcome).toMatchObject({ status: 'finished', text: 're:a\nre:b' })
    }
  })

  test('that is passed over goes on with the text of its author, and lists what ran inside', async () => {
    const { ports, stopped } = createHanging((asked) => asked === 'b')
    const values = { limit: 30, onError: 'goOn', fallback: 'Not today.' }
    const plan = planItems(values)
    const { outcome, journal } = await runToEnd({ plan, ports })
    expect(outcome).toMatchObject({ status: 'finished', text: 'Not today.' })
    expect(outcome?.executed.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual([
      'item FINISHED',
      'item TERMINATED',
      'each FINISHED',
    ])
    expect(stopped).toEqual(['b'])
    const listed = stepOrder(plan, journal, { concurrency: 1, sessionId: 'session' })
    expect(listed.flatMap(({ executed }) => executed)).toEqual(outcome?.executed)
  })

  test('asks people in its tries, and is answered there', async () => {
    const plan = buildPlan([
      {
        id: 'each',
        type: 'iterate',
        values: { items: ['a'], retries: 1 },
        definition: { inputs },
        children: buildPlan([{ id: 'agree', type: 'human' }]),
      },
    ])
    const run = { plan, ports: createFakePorts({ vendor: createFakeVendor() }) }
    const { outcome: asked, journal } = await runToEnd(run)
    const [question] = asked?.waiting ?? []
    expect(question?.path).toBe('each#0/y0[0]/agree#0/a0')
    expect(asked?.executed.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual(['agree STOPPED'])
    const answers = [{ path: question?.path ?? '', answer: { type: 'proceed' as const } }]
    const { outcome } = await runToEnd({ ...run, journal, fence: 2, settledFence: 1, answers })
    expect(outcome).toMatchObject({ status: 'finished', text: 'proceed' })
  })
})

test('a refused call names the same fields after a death', async () => {
  const issues = [{ path: 'documents[3]', message: 'Too long.' }]
  const vendor = createFakeVendor()
  const ask: RunNode = async ({ model }) => {
    const request = { messages: [{ role: 'user' as const, content: 'try' }] }
    const refusal = await model(fakeModel, request, { show: false }).catch((error: unknown) => error)
    return {
      output: { content: refusal instanceof RunnelError ? (refusal.issues[0]?.path ?? 'lost') : 'none' },
    }
  }
  const run = { plan: planWith({}), ports: portsWith(ask, vendor) }
  vendor.failures.set('try', [new RunnelError('model_error', 'Refused.', { issues })])
  const { journal } = await runToEnd(run)
  const calls = journal.filter(({ kind }) => kind !== 'step')
  expect(calls.some(({ status }) => status === 'failed')).toBe(true)
  const { outcome } = await runToEnd({ ...run, journal: calls, fence: 2 })
  expect(vendor.calls).toHaveLength(1)
  expect(outcome?.executed[0]?.data.output).toEqual({ content: 'documents[3]' })
})
