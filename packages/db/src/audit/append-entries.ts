import type { Kysely } from 'kysely'
import { keepMails } from '../mails/keep-mails.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { SystemScope } from '../system/system-scope.ts'
import { auditRow, type NewAuditEntry } from './audit-writer.ts'

/** Entries, and whose they are: an organisation's, or of every organisation of an account. */
type Told = { entries: readonly NewAuditEntry[] } & (
  | { organizationId: string; userId?: undefined }
  | { userId: string; organizationId?: undefined }
)

/**
 * The one way by which the product itself writes down an act, inside the transaction of the act. An act on an account is told to
 * every organisation of its user; where there are several each is told the act alone: from where, and what it was and is, may
 * be what its user does for another.
 */
export async function appendEntries(
  { newId, now }: Pick<SystemScope, 'newId' | 'now'>,
  db: Kysely<DatabaseSchema>,
  { entries, organizationId, userId }: Told,
): Promise<void> {
  const owners = organizationId === undefined ? await organizationsOf(db, userId) : [organizationId]
  for (const entry of owners.length > 1 ? entries.map(withoutCircumstances) : entries)
    for (const owner of owners)
      await db
        .insertInto('auditEntries')
        .values({
          ...auditRow(entry, { id: newId(), at: now() }),
          organizationId: owner,
          workspaceId: null,
        })
        .execute()
  const mails = entries.flatMap((entry) => entry.mails ?? [])
  if (mails.length > 0) await keepMails(db, mails, now())
}

async function organizationsOf(db: Kysely<DatabaseSchema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organizationMembers')
    .select('organizationId')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

function withoutCircumstances({ before: _before, after: _after, ...entry }: NewAuditEntry): NewAuditEntry {
  return { ...entry, actor: { ...entry.actor, address: null, agent: null } }
}
