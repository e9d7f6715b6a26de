import { type Principal, workspaceOf } from '@runnel/access'
import { type ExecutionStep, withoutCredentialIds } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { presentStep } from './present-execution.ts'

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
