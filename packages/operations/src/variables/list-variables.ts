import { type Principal, workspaceOf } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { presentVariable } from './present-variable.ts'

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
