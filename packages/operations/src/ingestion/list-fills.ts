import { type Principal, workspaceOf } from '@runnel/access'
import { type Fill, isoTime } from '@runnel/contract'
import { parseRunInput, type RunSummary } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { mayOnFlows } from '../flow-rights.ts'
import { flowNotFound } from '../flows/find-flow-anywhere.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** So many runs are looked at, newest first, and so many of them closely. */
const MOST_RUNS = 100
const MOST_READ = 20

/**
 * The last filling of each store of a flow that is not long ago. What people gave to a chat is none.
 * @throws RunnelError `not_found`
 */
export async function listFills(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<Fill[]> {
  const reader = context.db.read(workspaceOf(principal))
  const flow = await reader.flows.find(flowId)
  if (!flow || !mayOnFlows(principal, flow.type, 'view')) throw flowNotFound(flowId)
  const { rows } = await reader.runs.list({
    flowId,
    kind: 'ingestion',
    from: context.now() - DAY_MS,
    page: 1,
    limit: MOST_RUNS,
  })
  const fills = new Map<string, Fill>()
  let read = 0
  for (const run of rows.toSorted(byBeginning)) {
    if (run.subject === null || fills.has(run.subject)) continue
    if (read === MOST_READ) break
    read += 1
    const whole = await reader.runs.find(run.id)
    if (whole && parseRunInput(whole).onlyForChat === undefined)
      fills.set(run.subject, present(run, run.subject))
  }
  return [...fills.values()]
}

/** The newest first: ids of runs rise with time. */
const byBeginning = (a: RunSummary, b: RunSummary) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

function present({ id, chatId, status, createdAt }: RunSummary, stopNodeId: string): Fill {
  return { runId: id, chatId, stopNodeId, status, startedAt: isoTime(createdAt) }
}
