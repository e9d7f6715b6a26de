import type { JsonObject } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import { buildPlan } from './plan-builder.ts'

/** A flow that asks a model, then a person, then a model: for sub-flows of random plans. */
export const innerPlan: RunPlan = buildPlan(
  [
    { id: 'begin', type: 'plain' },
    { id: 'one', type: 'ask', values: { prompt: 'first' } },
    { id: 'person', type: 'human' },
    { id: 'two', type: 'ask', values: { prompt: 'second' } },
  ],
  [
    { from: 'begin', to: 'one' },
    { from: 'one', to: 'person' },
    { from: 'person', to: 'two' },
  ],
)

/** Tools for a crew, by a number: those that work, ask, must be agreed to, run a flow that asks, or break. */
const TOOLS: JsonObject[] = [
  { name: 'work' },
  { name: 'pay', effects: 'write' },
  { name: 'pick', ask: true },
  { name: 'edit', approve: true, effects: 'write' },
  { name: 'deep', flow: 'inner' },
  { name: 'bad', broken: true },
]

/**
 * Turns some plain steps of a plan, at any depth, into ones that wait for people, run another flow or call tools. With
 * `writes` an interrupted tool may be asked about: one at a time, what steps beside such a wait see depends on it.
 */
export function convertSteps(plan: RunPlan, seed: number, { writes = false } = {}): RunPlan {
  let random = (seed % 10_000) + 1
  const next = () => {
    random = (random * 48_271) % 2_147_483_647
    return random % 97
  }
  const pickTools = () =>
    Array.from({ length: 1 + (next() % 3) }, () => {
      const { effects, ...tool } = TOOLS[next() % TOOLS.length] ?? {}
      return writes && effects !== undefined ? { ...tool, effects } : tool
    })
  const convert = (part: RunPlan): RunPlan => ({
    ...part,
    steps: new Map(
      [...part.steps].map(([id, step]) => {
        const type = step.node.type === 'plain' ? pickType(next() % 8) : step.node.type
        const after = next() % 5 < 2 ? [`${id} more`, `${id} most`] : []
        const values: Record<string, JsonObject> = {
          subflow: { flow: 'inner', after },
          crew: { tools: pickTools() },
        }
        const children = step.children && convert(step.children)
        return [
          id,
          {
            ...step,
            node: { ...step.node, type, values: values[type] ?? step.node.values },
            ...(children && { children }),
          },
        ]
      }),
    ),
  })
  return convert(plan)
}

function pickType(choice: number): string {
  return ['human', 'subflow', 'crew'][choice] ?? 'plain'
}
