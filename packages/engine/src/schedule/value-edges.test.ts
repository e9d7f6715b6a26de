import { expect, test } from 'vitest'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { runToEnd } from '../testing/run-to-end.ts'

/** A choice of two steps, and a join below both whose `said` comes from the first one. */
const planOf = (chosen: number) =>
  buildPlan(
    [
      { id: 'choice', type: 'branch', values: { fulfilled: [chosen === 0, chosen === 1] } },
      { id: 'a', type: 'plain' },
      { id: 'b', type: 'plain' },
      { id: 'join', type: 'plain' },
      { id: 'last', type: 'plain' },
    ],
    [
      { from: 'choice', to: 'a', branch: 0 },
      { from: 'choice', to: 'b', branch: 1 },
      { from: 'a', to: 'join', value: true },
      { from: 'b', to: 'join' },
      { from: 'choice', to: 'join' },
      { from: 'join', to: 'last' },
    ],
  )

async function runOf(chosen: number): Promise<string[] | undefined> {
  const ports = createFakePorts({ vendor: createFakeVendor() })
  const { outcome } = await runToEnd({ plan: planOf(chosen), ports })
  return outcome?.executed.map(({ nodeId }) => nodeId)
}

test('a step whose value came runs, though another edge into it is dead', async () => {
  expect(await runOf(0)).toEqual(['choice', 'a', 'join', 'last'])
})

test('a step whose value is missing is dead with all below it, whatever else fired', async () => {
  expect(await runOf(1)).toEqual(['choice', 'b'])
})

/** A step with two outputs; below each one a step, and below those a join that needs the value of one. */
const routed = (fires: string[], needed: 'a' | 'b') =>
  buildPlan(
    [
      { id: 'router', type: 'plain', values: { fires } },
      { id: 'a', type: 'plain' },
      { id: 'b', type: 'plain' },
      { id: 'join', type: 'plain' },
      { id: 'below', type: 'plain' },
    ],
    [
      { from: 'router', to: 'a', output: 'yes', value: true },
      { from: 'router', to: 'b', output: 'no', value: true },
      { from: needed, to: 'join', value: true },
      { from: 'join', to: 'below', value: true },
    ],
  )

test.each([
  [['yes'], 'a', ['router', 'a', 'join', 'below']],
  [['no'], 'b', ['router', 'b', 'join', 'below']],
  [['yes', 'no'], 'a', ['router', 'a', 'b', 'join', 'below']],
  [['no'], 'a', ['router', 'b']],
  [[], 'a', ['router']],
] as const)(
  'outputs %s that fire decide value edges; what needs %s runs or is dead',
  async (fires, needed, ran) => {
    for (const concurrency of [1, 4]) {
      const vendor = createFakeVendor()
      const plan = routed([...fires], needed)
      const ports = createFakePorts({ vendor })
      const { outcome, journal } = await runToEnd({ plan, ports, input: { concurrency } })
      expect(outcome?.status).toBe('finished')
      expect(outcome?.executed.map(({ nodeId }) => nodeId)).toEqual(ran)
      const again = await runToEnd({ plan, ports, journal, fence: 2, input: { concurrency } })
      expect(again.outcome?.executed).toEqual(outcome?.executed)
    }
  },
)
