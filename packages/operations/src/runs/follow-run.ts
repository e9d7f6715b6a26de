import type { Principal } from '@runnel/access'
import { can } from '@runnel/access'
import { type EventPosition, type LoggedEvent, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { readRunEvents } from './read-run-events.ts'
import { sessionNamespace } from './session-namespace.ts'

/**
 * The events of a run from any place on: for whoever started it (the id of an anonymous run is known to its caller
 * alone), and for members of the workspace who may see executions.
 * @throws RunnelError `not_found`, also for runs of others
 */
export async function followRun(
  context: OperationContext,
  principal: Principal,
  { runId, after, signal }: { runId: string; after?: EventPosition; signal?: AbortSignal },
): Promise<AsyncIterable<LoggedEvent[]>> {
  const unknown = new RunnelError('not_found', `Run ${runId} not found`)
  const workspaceId = await context.db.system.routes.findWorkspaceOfRun(runId)
  if (workspaceId === undefined) throw unknown
  const run = await context.db.read(workspaceId).runs.find(runId)
  if (!run) throw unknown
  const isOwn = run.namespace === sessionNamespace(principal)
  const isMember =
    principal.kind !== 'anonymous' &&
    principal.workspaceId === workspaceId &&
    can(principal, 'executions:view')
  if (!isOwn && !isMember) throw unknown
  return readRunEvents(context, {
    workspaceId,
    runId,
    ...(after ? { after } : {}),
    ...(signal ? { signal } : {}),
  })
}
