import type { ExecutedNode, ExecutionStep, JsonObject } from '@runnel/contract'
import { isJsonObject } from '@runnel/contract'

/** A record of the journal with its place among the others. */
export interface StepRow {
  step: ExecutionStep
  depth: number
  /** The node's label where the run tells it, else the node's id. */
  label: string
  /** What the step was given, as far as the run tells it. */
  input: unknown
}

/**
 * Puts the records of a journal into the order of a tree: each under the record whose path its own continues, by the
 * time they began; those of one millisecond as the run tells. Labels and inputs come from the run's executed nodes.
 */
export function arrangeSteps(steps: readonly ExecutionStep[], executed: readonly ExecutedNode[]): StepRow[] {
  const byParent = Map.groupBy(steps, (step) => findParent(step, steps)?.path ?? '')
  const seen = new Map<string, number>()
  const nodeOf = (step: ExecutionStep): ExecutedNode | undefined => {
    const ofNode = executed.filter(({ nodeId }) => nodeId === step.nodeId)
    const index = seen.get(step.nodeId) ?? 0
    seen.set(step.nodeId, index + 1)
    return ofNode[index] ?? ofNode.at(-1)
  }
  const placeOf = ({ nodeId }: ExecutionStep) => executed.findIndex((node) => node.nodeId === nodeId)
  const rowsUnder = (path: string, depth: number): StepRow[] => {
    const children = (byParent.get(path) ?? []).toSorted(
      (a, b) => a.startedAt - b.startedAt || placeOf(a) - placeOf(b) || a.attempt - b.attempt,
    )
    return children.flatMap((step) => {
      const node = step.kind === 'step' ? nodeOf(step) : undefined
      const row = {
        step,
        depth,
        label: node?.nodeLabel ?? step.nodeId,
        input: step.input ?? node?.data.input,
      }
      const isLastAttempt = !children.some(
        (other) => other.path === step.path && other.attempt > step.attempt,
      )
      return isLastAttempt ? [row, ...rowsUnder(step.path, depth + 1)] : [row]
    })
  }
  return rowsUnder('', 0)
}

function findParent(step: ExecutionStep, steps: readonly ExecutionStep[]): ExecutionStep | undefined {
  const parents = steps.filter((other) => step.path.startsWith(`${other.path}/`))
  return parents.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** The executed nodes of a run, from the text on the wire; none when it is unreadable. */
export function readExecutedNodes(executionData: string | undefined): ExecutedNode[] {
  if (executionData === undefined) return []
  try {
    const nodes: unknown = JSON.parse(executionData)
    return Array.isArray(nodes) ? nodes.filter(isExecutedNode) : []
  } catch {
    return []
  }
}

function isExecutedNode(value: unknown): value is ExecutedNode {
  if (!isJsonObject(value)) return false
  const node: JsonObject = value
  return typeof node.nodeId === 'string' && typeof node.nodeLabel === 'string' && isJsonObject(node.data)
}
