import { type Principal, workspaceOf } from '@runnel/access'
import { type Execution, parseTime } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { presentExecution, statusesOf } from './present-execution.ts'

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
