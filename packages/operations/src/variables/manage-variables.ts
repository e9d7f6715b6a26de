import type { Principal } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import type { PageQuery, VariableRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { checkEchoes } from '../flows/check-echoes.ts'
import type { Deletion } from '../flows/delete-flow.ts'
import { workspaceOf } from '../flows/flow-permissions.ts'
import { isoTime } from '../flows/present-flow.ts'

/** Fields of a variable that is created or changed. */
export interface VariableInput {
  name?: string | undefined
  value?: string | null | undefined
  type?: 'static' | 'runtime' | undefined
}

function presentVariable(row: VariableRow): Variable {
  return {
    id: row.id,
    name: row.name,
    value: row.value,
    type: row.type,
    revision: row.revision,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    workspaceId: row.workspaceId,
  }
}

/** Creates a variable; names are unique in a workspace. */
export async function createVariable(
  context: OperationContext,
  principal: Principal,
  input: VariableInput & { name: string },
): Promise<Variable> {
  const row = await context.db.write(workspaceOf(principal), (writer) =>
    writer.variables.insert({
      name: input.name,
      value: input.value ?? null,
      type: input.type ?? 'static',
    }),
  )
  return presentVariable(row)
}

/** Lists variables by name. */
export async function listVariables(
  context: OperationContext,
  principal: Principal,
  query: PageQuery,
): Promise<{ rows: Variable[]; total: number }> {
  const { rows, total } = await context.db
    .read(workspaceOf(principal))
    .variables.list({ limit: 200, ...query })
  return { rows: rows.map(presentVariable), total }
}

/** Changes a variable. */
export async function updateVariable(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: VariableInput; expectedRevision?: number | undefined },
): Promise<Variable> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).variables.get(change.id)
  checkEchoes(change.input, presentVariable(row), ['id', 'workspaceId', 'createdDate'])
  const { name, value, type } = change.input
  const updated = await context.db.write(workspaceId, (writer) =>
    writer.variables.update(change.id, { name, value, type }, { expectedRevision: change.expectedRevision }),
  )
  return presentVariable(updated)
}

/** Deletes a variable; texts that name it keep the reference as text. */
export async function deleteVariable(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  await context.db.write(workspaceOf(principal), (writer) => writer.variables.delete(id))
  return { raw: [], affected: 1 }
}
