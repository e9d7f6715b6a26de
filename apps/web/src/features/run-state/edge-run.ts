import type { FlowEdge } from '@runnel/contract'
import type { NodeRun } from './node-run.ts'

/** How an edge follows a run: not yet, work is going on behind it, it was walked, it will not be walked. */
export type EdgeRun = 'idle' | 'live' | 'done' | 'dead'

/** What is known when an edge is drawn. */
export interface EdgeRunInput {
  role: FlowEdge['role']
  source: NodeRun | undefined
  target: NodeRun | undefined
  /** The branch of the source that the edge begins at, where the source has several. */
  branchIndex: number | undefined
  /** A run was started and has ended. */
  runEnded: boolean
}

/** How an edge stands. A component has no steps of its own: its edge follows the node that uses it. */
export function edgeRunOf({ role, source, target, branchIndex, runEnded }: EdgeRunInput): EdgeRun {
  if (branchIndex !== undefined && source?.branches?.[branchIndex] === false) return 'dead'
  const wasReached = role === 'component' || source !== undefined
  if (wasReached && target) return target.state === 'running' ? 'live' : 'done'
  return runEnded ? 'dead' : 'idle'
}
