import { can, type Principal } from '@runnel/access'
import type { FlowRow } from '@runnel/db'
import { parseFlowSettings } from '../flows/parse-flow-settings.ts'

/**
 * Whether a caller of a flow is shown what its steps did: people and keys of the workspace who may see executions, and
 * everybody where the author said so (`callersSeeSteps` in `apiConfig`). All others get the view of strangers.
 */
export function seesSteps(
  principal: Principal,
  { workspaceId, apiConfig }: Pick<FlowRow, 'workspaceId' | 'apiConfig'>,
): boolean {
  const isMember = principal.kind !== 'anonymous' && principal.workspaceId === workspaceId
  if (isMember && can(principal, 'executions:view')) return true
  return parseFlowSettings(apiConfig).callersSeeSteps === true
}
