import { type Principal, workspaceOf } from '@runnel/access'
import type { Execution } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { presentExecution } from './present-execution.ts'

/** One run. @throws RunnelError `not_found` */
export async function getExecution(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Execution> {
  const reader = context.db.read(workspaceOf(principal))
  const run = await reader.runs.get(id)
  const flow = run.flowId === null ? undefined : await reader.flows.get(run.flowId)
  return presentExecution({ ...run, flowName: flow?.name ?? null, flowType: flow?.type ?? null })
}
