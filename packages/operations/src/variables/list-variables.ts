import { type Principal, workspaceOf } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { listUsage, type UsageWish } from '../list-usage.ts'
import { presentVariable } from './present-variable.ts'

/** Lists variables, of one type or of all; newest change first unless asked otherwise. */
export async function listVariables(
  context: OperationContext,
  principal: Principal,
  { view, ...query }: PageQuery & UsageWish & { type?: Variable['type'] | undefined },
): Promise<{ rows: Variable[]; total: number }> {
  const { rows, total } = await context.db
    .read(workspaceOf(principal))
    .variables.list({ limit: 200, ...query })
  const targets = rows.map(({ name }) => name)
  const usageOf = await listUsage(context, principal, { view, kind: 'variable', targets })
  return { rows: rows.map((row) => ({ ...presentVariable(context, row), ...usageOf(row.name) })), total }
}
