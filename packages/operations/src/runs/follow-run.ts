import { can, type Principal } from '@runnel/access'
import { type EventPosition, type LoggedEvent, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { seesSteps } from '../flow-rights.ts'
import { namespaceOfPerson } from './open-conversation.ts'
import { readRunEvents } from './read-run-events.ts'
import { fitsRun } from './run-secret.ts'
import { eventsForStranger } from './stranger-view.ts'

/** Which run somebody follows, and from where on. */
export interface FollowRun {
  runId: string
  /** What the caller was given who began the run. */
  secret?: string | undefined
  after?: EventPosition
  signal?: AbortSignal
}

/**
 * The events of a run from any place on: for whoever began it (a person by the session, others by the run's secret),
 * and for members of the workspace who may see executions. Who may not see the steps gets the view of strangers.
 * @throws RunnelError `not_found`, also for runs of others
 */
export async function followRun(
  context: OperationContext,
  principal: Principal,
  { runId, secret, after, signal }: FollowRun,
): Promise<AsyncIterable<LoggedEvent[]>> {
  const unknown = new RunnelError('not_found', `Run ${runId} not found`)
  // Of a run of others nothing is read but whose it is, as of one that is not there.
  const owner = await context.db.system.routes.findOwnerOfRun(runId)
  if (!owner) throw unknown
  const { workspaceId } = owner
  const isOwn =
    (principal.kind === 'user' && owner.namespace === namespaceOfPerson(principal.userId)) ||
    fitsRun(context, runId, secret)
  const isMember =
    principal.kind !== 'anonymous' &&
    principal.workspaceId === workspaceId &&
    can(principal, 'executions:view')
  const run = isOwn || isMember ? await context.db.read(workspaceId).runs.find(runId) : undefined
  if (!run) throw unknown
  const flow = run.flowId === null ? undefined : await context.db.read(workspaceId).flows.find(run.flowId)
  const events = readRunEvents(context, {
    workspaceId,
    runId,
    ...(after ? { after } : {}),
    ...(signal ? { signal } : {}),
  })
  const { type = 'AGENTFLOW', apiConfig = null } = flow ?? {}
  if (seesSteps(principal, { workspaceId, apiConfig })) return events
  return eventsForStranger(events, { runId, flowType: type, ingests: run.kind === 'ingestion' })
}
