import type { PlanStep } from '@runnel/graph'

/** The label of a step's node, for messages and events. */
export function labelOf(step: PlanStep): string {
  return step.node.label === '' ? step.node.id : step.node.label
}
