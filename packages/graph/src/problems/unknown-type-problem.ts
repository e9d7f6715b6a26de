import type { Problem } from '@runnel/contract'
import { findSuccessor } from '../reference/removed-types.ts'
import { makeProblem } from './make-problem.ts'

/** Says that a node's type is not in the catalogue: because it was removed, or because nobody knows it. */
export function unknownTypeProblem(
  severity: Problem['severity'],
  { id, type }: { id: string; type: string },
): Problem {
  const successor = findSuccessor(type)
  return successor === undefined
    ? makeProblem(severity, 'node_unknown_type', { nodeId: id, details: { type } })
    : makeProblem(severity, 'node_removed_type', { nodeId: id, details: { type, successor } })
}
