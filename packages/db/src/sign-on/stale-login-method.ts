import type { RunnelError } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { AuditEntryTable } from '../audit/audit-tables.ts'
import { staleRevision } from '../tenant/changed-row.ts'
import type { LoginMethodTable } from './sign-on-tables.ts'

/** The `stale_revision` of a login method that is not as it was read: another, none, or one where there was none. */
export async function staleLoginMethod(
  db: Kysely<{ loginMethods: LoginMethodTable; auditEntries: AuditEntryTable }>,
  { organizationId, providerName }: Pick<LoginMethodTable, 'providerName'> & { organizationId: string },
): Promise<RunnelError> {
  const row = await db
    .selectFrom('loginMethods')
    .select(['id', 'revision', 'updatedAt'])
    .where('organizationId', '=', organizationId)
    .where('providerName', '=', providerName)
    .executeTakeFirst()
  const what = `Login method ${providerName}`
  return row === undefined
    ? staleRevision({ db, what, id: '' }, { revision: 0 })
    : staleRevision({ db, what, id: row.id, action: 'login-method.saved' }, row)
}
