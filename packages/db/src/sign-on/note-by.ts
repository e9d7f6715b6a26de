import type { Kysely } from 'kysely'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { insertAuditEntry } from '../audit/system-audit.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { SystemScope } from '../system/system-scope.ts'

/** Writes the entry of an act into the audit log of an organisation, inside the transaction of the act. */
export const noteBy =
  ({ newId, now }: SystemScope) =>
  (db: Kysely<DatabaseSchema>, organizationId: string, entry: NewAuditEntry) =>
    insertAuditEntry(db, { ...entry, organizationId }, { id: newId(), at: now() })
