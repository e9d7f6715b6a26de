import { type Principal, workspaceOf } from '@runnel/access'
import type { CustomTool } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { listUsage, type UsageWish } from '../list-usage.ts'
import { presentCustomTool } from './present-custom-tool.ts'

/** Lists custom tools; newest change first unless asked otherwise. */
export async function listCustomTools(
  context: OperationContext,
  principal: Principal,
  { view, ...query }: PageQuery & UsageWish,
): Promise<{ rows: CustomTool[]; total: number }> {
  const { rows, total } = await context.db
    .read(workspaceOf(principal))
    .customTools.list({ limit: 200, ...query })
  const targets = rows.map(({ id }) => id)
  const usageOf = await listUsage(context, principal, { view, kind: 'tool', targets })
  return { rows: rows.map((row) => ({ ...presentCustomTool(row), ...usageOf(row.id) })), total }
}
