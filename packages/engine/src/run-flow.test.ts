import { describe, expect, test } from 'vitest'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan } from './testing/plan-builder.ts'
import { runToEnd } from './testing/run-to-end.ts'

const chain = buildPlan(
  [
    { id: 'start', type: 'plain' },
    { id: 'llm', type: 'ask', label: 'My LLM' },
  ],
  [{ from: 'start', to: 'llm' }],
)

describe('a run of start and model', () => {
  test('answers with the last step, lists both and needs no commit before its outcome', async () => {
    const vendor = createFakeVendor()
    const { outcome, pieces, events } = await runToEnd({ plan: chain, ports: createFakePorts({ vendor }) })
    expect(outcome).toMatchObject({ status: 'finished', text: 're:hello', usage: { totalTokens: 15 } })
    expect(outcome?.executed.map((entry) => [entry.nodeId, entry.status])).toEqual([
      ['start', 'FINISHED'],
      ['llm', 'FINISHED'],
    ])
    expect(outcome?.executed[1]).toMatchObject({
      nodeLabel: 'My LLM',
      previousNodeIds: ['start'],
      data: { id: 'llm', name: 'ask', output: { content: 're:hello', isFirst: true }, state: {} },
    })
    expect(pieces.map((piece) => piece.durable)).toEqual([false, true])
    expect(events.map((event) => event.type)).toEqual([
      'run-start',
      'step-start',
      'step-end',
      'step-start',
      'usage-reported',
      'step-end',
      'run-end',
    ])
  })

  test('streams the answer when asked to', async () => {
    const vendor = createFakeVendor()
    const { events } = await runToEnd({
      plan: chain,
      ports: createFakePorts({ vendor }),
      input: { streaming: true },
    })
    const deltas = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []))
    expect(deltas.join('')).toBe('re:hello')
    expect(deltas.length).toBeGreaterThan(1)
  })

  test('answers in text, whatever the fields of its output are called', async () => {
    for (const [flowType, json] of [
      ['agent', undefined],
      ['chat', { a: 1 }],
    ] as const) {
      const plan = buildPlan([{ id: 'a', type: 'x' }], [], flowType)
      const loadRun = async () => async () => ({ output: { content: 'Said.', json: { a: 1 } } })
      const ports = createFakePorts({ vendor: createFakeVendor(), ports: { loadRun } })
      const { outcome } = await runToEnd({ plan, ports })
      expect([outcome?.text, outcome?.json]).toEqual(['Said.', json])
    }
  })

  test('records the state before and after each step, and a later step changes neither', async () => {
    const plan = buildPlan(
      [
        { id: 'a', type: 'plain', values: { set: { k: 1 } } },
        { id: 'b', type: 'plain', values: { set: { k: 2, l: 3 } } },
        { id: 'c', type: 'plain' },
      ],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    )
    for (const concurrency of [1, 4]) {
      const { journal } = await runToEnd({
        plan,
        ports: createFakePorts({ vendor: createFakeVendor() }),
        input: { concurrency, initialState: { k: 0 } },
      })
      expect(journal.map(({ stateBefore, stateAfter }) => [stateBefore, stateAfter])).toEqual([
        [{ k: 0 }, { k: 1 }],
        [{ k: 1 }, { k: 2, l: 3 }],
        [
          { k: 2, l: 3 },
          { k: 2, l: 3 },
        ],
      ])
    }
  })

  test('commits a finished call before the next one is made', async () => {
    const vendor = createFakeVendor()
    const plan = buildPlan(
      [
        { id: 'start', type: 'plain' },
        { id: 'a', type: 'ask', values: { prompt: '1' } },
        { id: 'b', type: 'ask', values: { prompt: ['2', '3'] } },
      ],
      [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'b' },
      ],
    )
    const seen: [number, number][] = []
    const { outcome } = await runToEnd({
      plan,
      ports: createFakePorts({ vendor }),
      onPiece: (piece) => piece.durable && seen.push([vendor.calls.length, piece.records.length]),
    })
    expect(outcome?.text).toBe('re:2re:3')
    expect(seen.map(([calls]) => calls)).toEqual([1, 2])
  })
})
