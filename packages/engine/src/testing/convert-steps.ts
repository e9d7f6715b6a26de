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

/** Turns some plain steps of a plan, at any depth, into ones that wait for a person or run another flow. */
export function convertSteps(plan: RunPlan, seed: number): RunPlan {
  let random = (seed % 10_000) + 1
  const next = () => {
    random = (random * 48_271) % 2_147_483_647
    return random % 5
  }
  const convert = (part: RunPlan): RunPlan => ({
    ...part,
    steps: new Map(
      [...part.steps].map(([id, step]) => {
        const type = step.node.type === 'plain' ? pickType(next()) : step.node.type
        const after = next() < 2 ? [`${id} more`, `${id} most`] : []
        const values = type === 'subflow' ? { flow: 'inner', after } : step.node.values
        const children = step.children && convert(step.children)
        return [id, { ...step, node: { ...step.node, type, values }, ...(children && { children }) }]
      }),
    ),
  })
  return convert(plan)
}

function pickType(choice: number): string {
  if (choice === 0) return 'human'
  return choice === 1 ? 'subflow' : 'plain'
}
