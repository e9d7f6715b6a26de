import type { RunOutcome } from '@runnel/engine'
import type { OwnedRun } from '../owned-run.ts'

/** Why a run failed. */
export type RunError = NonNullable<RunOutcome['error']>

/** The error with the name of its node in front, as people see it on the canvas, unless it names the node already. */
export function nameNode(run: Pick<OwnedRun, 'version'>, error: RunError): RunError {
  const node = run.version.document.nodes.find(({ id }) => id === error.nodeId)
  if (!node || error.message.includes(node.id)) return error
  const name = node.label === '' || node.label === node.id ? node.id : `${node.label} (${node.id})`
  return { ...error, message: `${name}: ${error.message}` }
}
