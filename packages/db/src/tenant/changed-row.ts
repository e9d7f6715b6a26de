import { type AuditAction, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { AuditEntryTable } from '../audit/audit-tables.ts'

/** The revision that the caller has read; without it an update is unconditional. */
export interface Expectation {
  expectedRevision?: number | undefined
}

/** A row whose revision rises with its changes. */
export interface RevisedRow {
  /** Where the log of whoever owns the row is read. */
  db: Kysely<{ auditEntries: AuditEntryTable }>
  /** In messages, as `Credential`. */
  what: string
  id: string
  /** The act that raises the revision, by whose entry it is told who did. */
  action?: AuditAction
}

/** How a row stands now. */
interface Standing {
  revision: number
  /** In milliseconds since 1970; absent where the act alone changes the row. */
  updatedAt?: number
}

/**
 * The row that an update gave back. When it gave none, tells why: `not_found` when there is no such row, otherwise
 * `stale_revision`, because somebody else changed it first, with who did and when as far as the log tells it.
 */
export async function getChangedRow<Row>(
  row: Row | undefined,
  revised: RevisedRow,
  readNow: () => Promise<Standing | undefined>,
): Promise<Row> {
  if (row !== undefined) return row
  const standing = await readNow()
  if (standing === undefined) throw new RunnelError('not_found', `${revised.what} ${revised.id} not found`)
  throw await staleRevision(revised, standing)
}

/** Says that a row is not as the caller read it: who changed it and when, as far as the log tells it. */
export async function staleRevision(
  revised: RevisedRow,
  { revision, updatedAt }: Standing,
): Promise<RunnelError> {
  const entry = await findChange(revised)
  // A newer change without an entry is nobody's that the log names.
  const change = entry !== undefined && entry.at >= (updatedAt ?? 0) ? entry : undefined
  const at = change?.at ?? updatedAt
  const details = {
    thing: `${revised.what} ${revised.id}`,
    revision: String(revision),
    ...(at !== undefined && { at: new Date(at).toISOString() }),
  }
  const by = change?.actorName ?? null
  const why = by === null ? tellWhy('changed_by_others', details) : tellWhy('changed_by', { ...details, by })
  return refusalOf('stale_revision', why)
}

async function findChange({
  db,
  id,
  action,
}: RevisedRow): Promise<{ actorName: string | null; at: number } | undefined> {
  if (action === undefined) return undefined
  return db
    .selectFrom('auditEntries')
    .select(['actorName', 'at'])
    .where('subjectId', '=', id)
    .where('action', '=', action)
    .where('outcome', '=', 'done')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
