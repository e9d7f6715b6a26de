import { ERROR_CHOICES, type FlowNode, findValueReadAs, type NodeDefinition } from '@runnel/contract'
import { rowsOf } from '../document/rows.ts'

/** The anchor of a plain control output. */
export const OUT_ANCHOR = 'out'
/** The anchor of the branch that a failed step takes. */
export const ERROR_ANCHOR = 'error'
/** The anchor where every agent-flow node takes its control edges. */
export const IN_ANCHOR = 'in'

/** One control output of an agent-flow node. `anchor` is stable: a row id, `else`, or a fixed name. */
export interface Branch {
  anchor: string
  label: string
}

/** Whether the author lets a failed step go on at a branch of its own. */
export function hasErrorBranch(node: Pick<FlowNode, 'values'>, definition: NodeDefinition): boolean {
  return findValueReadAs(node.values, definition, 'onError') === ERROR_CHOICES.branch
}

/** The anchor of the branch that is taken when no condition holds. */
const ELSE_ANCHOR = 'else'

/** Rows beyond this many give no branches: nobody draws them, and each edge is looked up among all. */
const MAX_BRANCHES = 1000

/**
 * The branches of an agent-flow node in the order of its conditions; empty for a node with a plain output.
 * They come from the rows of a param (then one for `else`), or are fixed (`proceed`, `reject`).
 */
export function branchesOf(node: Pick<FlowNode, 'values'>, definition: NodeDefinition): Branch[] {
  const { branches, outputs } = definition
  if (!branches) {
    return (outputs ?? []).map((output) => ({ anchor: output.name, label: output.label }))
  }
  const list = node.values[branches.param]
  const rows = rowsOf(Array.isArray(list) ? list.slice(0, MAX_BRANCHES) : undefined).map(({ id }, index) => ({
    anchor: id,
    label: String(index),
  }))
  if (branches.elseLabel === undefined) return rows
  return [...rows, { anchor: ELSE_ANCHOR, label: branches.elseLabel }]
}
