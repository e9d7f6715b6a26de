import { type Principal, workspaceOf } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { presentVariable, type VariableInput } from './present-variable.ts'

/** Changes a variable. */
export async function updateVariable(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: VariableInput; expectedRevision?: number | undefined },
): Promise<Variable> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).variables.get(change.id)
  checkEchoes(change.input, presentVariable(context, row), ['id', 'workspaceId', 'createdDate'])
  const { name, value, type } = change.input
  const updated = await context.db.write(workspaceId, (writer) =>
    writer.variables.update(change.id, { name, value, type }, { expectedRevision: change.expectedRevision }),
  )
  return presentVariable(context, updated)
}
