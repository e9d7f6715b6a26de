import type { Principal } from '@runnel/access'
import { type Execution, type ExecutionStep, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { checkEchoes } from '../flows/check-echoes.ts'
import { workspaceOf } from '../flows/flow-permissions.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { withoutCredentialIds } from '../runs/present-result.ts'
import { presentExecution, presentStep, statusesOf } from './present-execution.ts'

/** What a list of runs is asked for. Times are ISO text. */
export interface ListExecutions {
  id?: string | undefined
  agentflowId?: string | undefined
  agentflowName?: string | undefined
  sessionId?: string | undefined
  state?: Execution['state'] | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  kind?: 'agent' | 'all' | undefined
  view?: 'summary' | 'full' | undefined
  page?: number | undefined
  limit?: number | undefined
}

const DEFAULT_LIMIT = 12
/** A run goes with its journal and events: more of them at once would hold others up. */
const DELETED_AT_ONCE = 25

/** A day, or a time of a day. `Date.parse` alone finds a time in almost any text. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Milliseconds of an ISO time. @throws RunnelError `invalid_input` naming the field */
export function parseTime(field: string, text: string): number {
  const time = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) {
    throw new RunnelError('invalid_input', `${field}: must be a time such as 2026-01-31T00:00:00Z`, {
      issues: [{ path: field, message: 'must be an ISO time' }],
    })
  }
  return time
}

/** Lists runs, newest change first: those of agent flows, or all with `kind=all`. */
export async function listExecutions(
  context: OperationContext,
  principal: Principal,
  query: ListExecutions,
): Promise<{ data: Execution[]; total: number }> {
  const { rows, total } = await context.db.read(workspaceOf(principal)).runs.list({
    ...(query.id ? { id: query.id } : {}),
    ...(query.agentflowId ? { flowId: query.agentflowId } : {}),
    ...(query.agentflowName ? { flowName: query.agentflowName } : {}),
    ...(query.sessionId ? { sessionId: query.sessionId } : {}),
    ...(query.state ? { status: statusesOf(query.state) } : {}),
    ...(query.startDate ? { from: parseTime('startDate', query.startDate) } : {}),
    ...(query.endDate ? { to: parseTime('endDate', query.endDate) } : {}),
    onlyAgentflows: query.kind !== 'all',
    withOutput: query.view !== 'summary',
    page: query.page ?? 1,
    limit: query.limit ?? DEFAULT_LIMIT,
  })
  return { data: await mapInSlices(rows, presentExecution), total }
}

/** One run. @throws RunnelError `not_found` */
export async function getExecution(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Execution> {
  const reader = context.db.read(workspaceOf(principal))
  const run = await reader.runs.get(id)
  const flow = await reader.flows.get(run.flowId)
  return presentExecution({ ...run, flowName: flow.name, flowType: flow.type })
}

/** The journal of a run, oldest first, without ids of credentials. */
export async function listExecutionSteps(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<ExecutionStep[]> {
  const reader = context.db.read(workspaceOf(principal))
  await reader.runs.get(id)
  const records = await reader.runs.journal(id)
  return records.map((record) =>
    presentStep(
      record.output === undefined ? record : { ...record, output: withoutCredentialIds(record.output) },
    ),
  )
}

/** Shares a run by its link, or stops sharing it. */
export async function updateExecution(
  context: OperationContext,
  principal: Principal,
  change: { id: string; isPublic: boolean; echoes: object },
): Promise<Execution> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).runs.get(change.id)
  checkEchoes(change.echoes, row, ['id', 'workspaceId'])
  await context.db.write(workspaceId, (writer) => writer.runs.setPublic(change.id, change.isPublic))
  return getExecution(context, principal, change.id)
}

/** Deletes runs of the caller's workspace; messages stay. Those in flight are stopped. */
export async function deleteExecutions(
  context: OperationContext,
  principal: Principal,
  ids: string[],
): Promise<{ success: true; deletedCount: number }> {
  const workspaceId = workspaceOf(principal)
  const deleted: string[] = []
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const some = ids.slice(at, at + DELETED_AT_ONCE)
    deleted.push(...(await context.db.write(workspaceId, (writer) => writer.runs.delete(some))))
  }
  if (deleted.length === 0) throw new RunnelError('not_found', `Execution ${ids[0] ?? ''} not found`)
  context.worker.stop(deleted)
  return { success: true, deletedCount: deleted.length }
}
