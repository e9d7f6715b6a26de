import { describe, expect, test } from 'vitest'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { foldTexts, joinText } from '../testing/read-events.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const ask = (id: string, values = {}) => ({ id, type: 'ask', values: { prompt: id, ...values } })
const twoLeaves = buildPlan(
  [{ id: 'start', type: 'plain' }, ask('a'), ask('b')],
  [
    { from: 'start', to: 'a' },
    { from: 'start', to: 'b' },
  ],
)

function textsOf({ events }: Awaited<ReturnType<typeof runToEnd>>): [string, string][] {
  return events.flatMap((event): [string, string][] =>
    event.type === 'text-delta' ? [[event.nodeId, event.text]] : [],
  )
}

function run(plan: TestRun['plan'], more: Partial<TestRun> = {}) {
  const vendor = createFakeVendor()
  const input = { streaming: true, ...more.input }
  return runToEnd({ plan, ports: createFakePorts({ vendor }), ...more, input })
}

describe('text of the answer', () => {
  test('is not shown and not asked for as a stream when nobody reads a stream', async () => {
    const { events } = await run(twoLeaves, { input: { streaming: false } })
    expect(joinText(events)).toBe('')
  })

  test('of a step with followers is not part of the answer', async () => {
    const plan = buildPlan([ask('a'), ask('b')], [{ from: 'a', to: 'b' }])
    const shown = textsOf(await run(plan))
    expect(new Set(shown.map(([nodeId]) => nodeId))).toEqual(new Set(['b']))
  })

  test('streams from each last step in its turn when steps run one at a time', async () => {
    const shown = textsOf(await run(twoLeaves))
    expect(shown.length).toBeGreaterThan(4)
    expect(shown.map(([, text]) => text).join('')).toBe('re:are:b')
  })

  test('comes whole from a parallel step that may not be the answer, and streams from the one left', async () => {
    let letBGo = () => {}
    const bMayGo = new Promise<void>((resolve) => {
      letBGo = resolve
    })
    const vendor = createFakeVendor({ delay: (asked) => (asked === 'b' ? bMayGo : Promise.resolve()) })
    const result = await run(twoLeaves, {
      ports: createFakePorts({ vendor }),
      input: { concurrency: 4 },
      onPiece: (piece) => piece.events.some((event) => event.type === 'text-delta') && letBGo(),
    })
    const shown = textsOf(result)
    expect(shown[0]).toEqual(['a', 're:a'])
    const fromB = shown.slice(1)
    expect(fromB.length).toBeGreaterThan(1)
    expect(fromB.map(([nodeId]) => nodeId)).toEqual(fromB.map(() => 'b'))
    expect(fromB.map(([, text]) => text).join('')).toBe('re:b')
  })

  test('held while another step ran is shown once the step alone is left', async () => {
    const { events, outcome } = await run(twoLeaves, { input: { concurrency: 4 } })
    expect(joinText(events)).toBe('re:are:b')
    expect(outcome?.text).toBe('re:b')
  })

  test('of a reply without a model is shown whole', async () => {
    const plan = buildPlan([{ id: 'bye', type: 'reply', values: { say: 'Good bye' } }])
    expect(textsOf(await run(plan))).toEqual([['bye', 'Good bye']])
  })

  test('of a sub-flow that ends the run streams through its step', async () => {
    const inner = {
      plan: buildPlan([ask('in')]),
      versionId: 'v',
      flowType: 'AGENTFLOW' as const,
      overrides: {},
    }
    const plan = buildPlan([{ id: 'sub', type: 'subflow', values: { flow: 'other' } }])
    const ports = createFakePorts({ vendor: createFakeVendor(), flows: { other: inner } })
    const { events, outcome } = await run(plan, { ports })
    expect(joinText(events)).toBe('re:in')
    expect(events.find((event) => event.type === 'text-delta')).toMatchObject({ path: 'sub#0/f0/in#0' })
    expect(outcome?.text).toBe('sub:re:in')
  })
})

describe('text that was held when the process died', () => {
  test('is told by the next owner, also that of a sub-flow whose answer is in the journal', async () => {
    const plan = buildPlan([
      { id: 'sub', type: 'subflow', values: { flow: 'other', after: ['more'] } },
      ask('slow'),
    ])
    const inner = buildPlan([ask('in'), ask('last')], [{ from: 'in', to: 'last' }])
    const flows = {
      other: { plan: inner, versionId: 'v', flowType: 'AGENTFLOW' as const, overrides: {} },
    }
    const hanging = createFakeVendor({
      delay: (asked) =>
        asked === 'slow' || asked === 'more' ? new Promise(() => undefined) : Promise.resolve(),
    })
    const input = { concurrency: 2 }
    let isKept = false
    const cut = await run(plan, {
      input,
      ports: createFakePorts({ vendor: hanging, flows }),
      onPiece: ({ records, durable }) => {
        isKept ||= records.some(({ path, status }) => path === 'sub#0/f0' && status === 'finished')
        return isKept && durable ? 'cut' : undefined
      },
    })
    expect(cut.journal.map(({ path, status }) => `${path} ${status}`)).toContain('sub#0/f0 finished')
    expect(joinText(cut.events)).toBe('')
    const vendor = createFakeVendor()
    const ports = createFakePorts({ vendor, flows })
    const again = await run(plan, { input, ports, journal: cut.journal, fence: 2 })
    expect(foldTexts([...cut.logged, ...again.events])).toEqual({
      'sub#0/f0/last#0': 're:last',
      'sub#0': 're:more',
      'slow#0': 're:slow',
    })
    expect(vendor.calls.toSorted()).toEqual(['more', 'slow'])
  })
})

describe('a stream that is cut', () => {
  test('is an error of the step once text was shown', async () => {
    const vendor = createFakeVendor({ failures: new Map([['a', ['cut']]]) })
    const { outcome } = await run(buildPlan([ask('a')]), { ports: createFakePorts({ vendor }) })
    expect(outcome).toMatchObject({ status: 'error', error: { nodeId: 'a', message: 'cut' } })
    expect(vendor.calls).toEqual(['a'])
  })

  test('is tried again while its text was only held', async () => {
    const vendor = createFakeVendor({ failures: new Map([['a', ['cut']]]) })
    let pending = 2
    vendor.delay = async (asked) => {
      if (asked === 'b') while (pending > 0) await new Promise((resolve) => setImmediate(resolve))
      else pending -= 1
    }
    const { outcome, events } = await run(twoLeaves, {
      ports: createFakePorts({ vendor }),
      input: { concurrency: 4 },
    })
    expect(outcome?.status).toBe('finished')
    expect(vendor.calls.filter((asked) => asked === 'a')).toHaveLength(2)
    expect(joinText(events)).toBe('re:are:b')
  })
})
