import type { RunOutcome } from '@runnel/engine'
import type { OwnedRun } from '../owned-run.ts'

/** Why a run failed. */
export type RunError = NonNullable<RunOutcome['error']>

/** The error with the name of its node in front, as people see it on the canvas, unless it names the node already. */
export function nameNode(run: Pick<OwnedRun, 'version'>, error: RunError): RunError {
  const node = run.version.document.nodes.find(({ id }) => id === error.nodeId)
  if (!node || names(error.message, node.id)) return error
  const name = node.label === '' || node.label === node.id ? node.id : `${node.label} (${node.id})`
  return { ...error, message: `${name}: ${error.message}` }
}

/** Whether a text has an id as a word of its own: `llm_1` does not stand in `llm_10`. */
function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + id.length] ?? ' ')
    if (!/[\p{L}\p{N}_]/u.test(around)) return true
  }
  return false
}
