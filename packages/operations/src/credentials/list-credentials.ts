import { type Principal, workspaceOf } from '@runnel/access'
import type { PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { presentCredential, type ShownCredential } from './present-credential.ts'

/** Lists credentials by type, without fields. */
export async function listCredentials(
  context: OperationContext,
  principal: Principal,
  query: PageQuery & { credentialName?: string | string[] | undefined },
): Promise<{ rows: ShownCredential[]; total: number }> {
  const { rows, total } = await context.db
    .read(workspaceOf(principal))
    .credentials.list({ limit: 200, ...query })
  return { rows: rows.map(presentCredential), total }
}
