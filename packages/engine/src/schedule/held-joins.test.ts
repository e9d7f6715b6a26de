import { describe, expect, test } from 'vitest'
import { stepOrder } from '../step-order.ts'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { runToEnd } from '../testing/run-to-end.ts'

/** A loop in one arm of a fork: `try` counts, `check` goes back twice, then on to the join. */
function buildRetry(max: number) {
  return buildPlan(
    [
      { id: 'start', type: 'plain' },
      { id: 'side', type: 'plain' },
      { id: 'try', type: 'count', values: { key: 'n' } },
      { id: 'check', type: 'branch', values: { key: 'n', rows: 3 } },
      { id: 'again', type: 'loop', values: { target: 'try', max } },
      { id: 'join', type: 'plain' },
    ],
    [
      { from: 'start', to: 'side' },
      { from: 'start', to: 'try' },
      { from: 'try', to: 'check' },
      { from: 'check', to: 'again', branch: 1 },
      { from: 'check', to: 'again', branch: 2 },
      { from: 'check', to: 'join', branch: 0 },
      { from: 'side', to: 'join' },
    ],
  )
}

async function listRun(max: number, concurrency: number) {
  const plan = buildRetry(max)
  const ports = createFakePorts({ vendor: createFakeVendor() })
  const { outcome, journal } = await runToEnd({ plan, ports, input: { concurrency } })
  const listed = stepOrder(plan, journal, { concurrency, sessionId: 'session' })
  expect(listed.flatMap((step) => step.executed)).toEqual(outcome?.executed)
  return outcome?.executed.map((entry) => entry.nodeId)
}

describe('a join beside a loop', () => {
  const rounds = ['start', 'side', 'try', 'check', 'again', 'try', 'check', 'again', 'try', 'check']

  test.each([1, 4])(
    'waits until the loop has let its branch go, and runs once (concurrency %i)',
    async (n) => {
      expect(await listRun(10, n)).toEqual([...rounds, 'join'])
    },
  )

  test('goes on without the branch when the loop gives up', async () => {
    expect(await listRun(2, 1)).toEqual([
      'start',
      'side',
      'try',
      'check',
      'again',
      'try',
      'check',
      'again',
      'join',
    ])
  })

  test('inside the loop does not wait for it, also while something else runs', async () => {
    const plan = buildPlan(
      [
        ...['start', 'side', 'by', 'way', 'end'].map((id) => ({ id, type: 'plain' })),
        { id: 'body', type: 'count', values: { key: 'n' } },
        { id: 'choice', type: 'branch', values: { fulfilled: [true, false] } },
        { id: 'a', type: 'plain' },
        { id: 'b', type: 'plain' },
        { id: 'join', type: 'plain' },
        { id: 'again', type: 'loop', values: { target: 'body', max: 2 } },
      ],
      [
        { from: 'start', to: 'body' },
        { from: 'start', to: 'side' },
        { from: 'side', to: 'by' },
        { from: 'by', to: 'way' },
        { from: 'way', to: 'end' },
        { from: 'body', to: 'choice' },
        { from: 'choice', to: 'a', branch: 0 },
        { from: 'choice', to: 'b', branch: 1 },
        { from: 'a', to: 'join' },
        { from: 'b', to: 'join' },
        { from: 'join', to: 'again' },
      ],
    )
    const { outcome, events } = await runToEnd({
      plan,
      ports: createFakePorts({ vendor: createFakeVendor() }),
    })
    const order = 'start body side choice by a way join end again body choice a join again'
    expect(outcome?.executed.map((entry) => entry.nodeId).join(' ')).toBe(order)
    const begun = events.flatMap((event) => (event.type === 'step-start' ? [event.nodeId] : []))
    expect(begun.join(' ')).toBe(order)
  })
})
