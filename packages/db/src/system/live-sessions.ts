import type { CallOrigin } from '@runnel/contract'
import type { Kysely } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { DatabaseSchema } from '../schema.ts'
import { untilNoneIsLeft } from './end-sessions.ts'
import type { SystemScope } from './system-scope.ts'

/** A sign-in that has not ended, as its owner sees it. */
export interface LiveSession extends CallOrigin {
  familyId: string
  signedInAt: number
  /** To some minutes. */
  lastUsedAt: number
}

/** Who ends sign-ins of their own, and by which one. */
export interface Asking {
  userId: string
  signInId: string
}

/** The entry of the audit log for sign-ins that were ended. */
export type DescribeEnd = (ended: readonly CallOrigin[]) => NewAuditEntry

/** Sign-ins of one person that are listed. */
const MOST_LISTED = 200
/** By how much the clocks of several processes may differ, in milliseconds. */
const SKEW_MS = 60_000

/** Whether a sign-in may still be used at that time. */
export async function isLive(db: Kysely<DatabaseSchema>, familyId: string, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('familyId', '=', familyId)
    .where('endedAt', 'is', null)
    .where('refreshExpiresAt', '>', at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The sign-ins of a user that may still be used at that time, last used first. */
export async function listLive(
  db: Kysely<DatabaseSchema>,
  userId: string,
  at: number,
): Promise<LiveSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['familyId', 'address', 'agent', 'signedInAt', 'lastUsedAt', 'createdAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('rotatedAt', 'is', null)
    .where('refreshExpiresAt', '>', at)
    .orderBy(({ fn }) => fn.coalesce('lastUsedAt', 'createdAt'), 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ createdAt, lastUsedAt, ...row }) => ({ ...row, lastUsedAt: lastUsedAt ?? createdAt }))
}

/**
 * Ends sign-ins that did not come after the one that asks; gives how many, and how many came after. A stolen session must
 * not end those by which its owner comes after it: whoever signed in later has proved more. A sign-in whose time is still to
 * come was written by a clock that had gone ahead, and counts as older than all others.
 */
export function endOlder(
  scope: SystemScope,
  { by: { userId, signInId }, describe }: { by: Asking; describe: DescribeEnd },
  [compare, familyId]: ['=' | '<>', string],
): Promise<{ ended: number; newer: number }> {
  return scope.write(async (db) => {
    const latest = scope.now() + SKEW_MS
    const own = db
      .selectFrom('sessions as own')
      .where('own.familyId', '=', signInId)
      .where('own.signedInAt', '<=', latest)
      .select(({ fn }) => fn.max('own.signedInAt').as('signedInAt'))
    const older = db
      .updateTable('sessions')
      .set({ endedAt: scope.now() })
      .where('userId', '=', userId)
      .where('familyId', compare, familyId)
      .where(({ or, eb }) => or([eb('signedInAt', '<=', own), eb('signedInAt', '>', latest)]))
      .where('endedAt', 'is', null)
      .returning(['familyId', 'address', 'agent'])
    const byFamily = new Map<string, CallOrigin>()
    await untilNoneIsLeft(async () => {
      const rows = await older.execute()
      for (const row of rows) byFamily.set(row.familyId, row)
      return rows.length
    })
    const ended = [...byFamily.values()]
    if (ended.length > 0) await appendEntries(scope, db, { userId, entries: [describe(ended)] })
    const live = await listLive(db, userId, scope.now())
    const newer = live.filter((each) => (compare === '=') === (each.familyId === familyId)).length
    return { ended: ended.length, newer }
  })
}
