import { type Principal, workspaceOf } from '@runnel/access'
import type { PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { listUsage, type UsageWish } from '../list-usage.ts'
import { markShared } from '../shares/mark-shared.ts'
import { presentCredential, type ShownCredential } from './present-credential.ts'

/** Lists credentials that the workspace may use by type, without fields; newest change first unless asked otherwise. */
export async function listCredentials(
  context: OperationContext,
  principal: Principal,
  { view, ...query }: PageQuery & UsageWish & { credentialName?: string | string[] | undefined },
): Promise<{ rows: ShownCredential[]; total: number }> {
  const { rows, total } = await context.db
    .read(workspaceOf(principal))
    .credentials.list({ limit: 200, ...query })
  const targets = rows.map(({ id }) => id)
  const usageOf = await listUsage(context, principal, { view, kind: 'credential', targets })
  const mark = await markShared(context, principal, rows)
  return { rows: rows.map((row) => ({ ...presentCredential(row), ...mark(row), ...usageOf(row.id) })), total }
}
