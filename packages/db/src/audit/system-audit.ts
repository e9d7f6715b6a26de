import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import type { SystemScope } from '../system/system-scope.ts'
import type { AuditEntryRow } from './activity-reader.ts'
import { addSignIn } from './add-sign-in.ts'
import { appendEntries } from './append-entries.ts'
import type { NewLoginActivity } from './audit-tables.ts'
import type { NewAuditEntry } from './audit-writer.ts'

/** The hash of an entry at its place in the chain, of what stands in it and of the hash before. */
export type ChainHash = (entry: AuditEntryRow) => string

/** The logs as the product itself writes them, whoever's they are. */
export interface SystemAudit {
  /** Writes an entry that has no transaction of its own to join, such as a refusal. */
  append(entry: NewAuditEntry, owner: { organizationId: string }): Promise<void>
  /**
   * Writes a try to sign in: for the organisation that was entered or left, if it is named. Else for each of the user's,
   * without from where where there are several, as that may be another's; of somebody unknown for the only one that there is.
   * Failed ones of an hour are counted together where they are alike, or too many.
   */
  noteSignIn(activity: NewLoginActivity, organizationId?: string): Promise<void>
  /**
   * Puts entries that stand in no chain yet at the end of that of their organisation, oldest first, at most 200; gives
   * how many. Of two at the same time one waits.
   */
  chain(hashOf: ChainHash): Promise<number>
  /** Number and hash of the last entry of a chain, `12:ab…`, as it was kept beside the chain; `0:` for none. */
  head(organizationId: string): Promise<string>
  /** Organisations that have a chain, or had one. */
  chains(): Promise<string[]>
  /** The next entries of a chain after that place, in its order. */
  chained(organizationId: string, after: number, limit: number): Promise<AuditEntryRow[]>
  /** Deletes tries to sign in of before that time, at most `limit`; gives how many. */
  pruneSignIns(before: number, limit: number): Promise<number>
}

/** Entries that `chain` takes at once. */
export const CHAINED_AT_ONCE = 200

/** Makes the store. */
export function createSystemAudit(scope: SystemScope): SystemAudit {
  const { reader, write, now, newId } = scope
  return {
    async append(entry, { organizationId }) {
      await write((db) => appendEntries(scope, db, { organizationId, entries: [entry] }))
    },
    async noteSignIn(activity, organizationId) {
      const at = now()
      await write(async (db) => {
        const all = await organizationsOf(db, activity.userId)
        const owners = organizationId === undefined ? all : [organizationId]
        const told = owners.length > 1 ? { ...activity, address: null, agent: null } : activity
        for (const owner of owners)
          await addSignIn(db, { ...told, organizationId: owner }, { id: newId(), at })
      })
    },
    async chain(hashOf) {
      const waiting = await reader()
        .selectFrom('auditEntries')
        .select('id')
        .where('hash', 'is', null)
        .limit(1)
        .execute()
      return waiting.length === 0 ? 0 : write((db) => chainEntries(db, scope, hashOf))
    },
    async head(organizationId) {
      const row = await reader()
        .selectFrom('meta')
        .select('value')
        .where('key', '=', headKey(organizationId))
        .executeTakeFirst()
      return row?.value ?? NO_ENTRIES
    },
    chains: () => listChains(scope),
    chained: (organizationId, after, limit) =>
      reader()
        .selectFrom('auditEntries')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .execute(),
    pruneSignIns: (before, limit) =>
      write(async (db) => {
        const old = db.selectFrom('loginActivities').select('id').where('at', '<', before).limit(limit)
        const { numDeletedRows } = await db
          .deleteFrom('loginActivities')
          .where('id', 'in', old)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
  }
}

/** Number and hash of the last entry where there is none. */
const NO_ENTRIES = '0:'

const headKey = (organizationId: string) => `auditHead:${organizationId}`

async function listChains({ longReader }: SystemScope): Promise<string[]> {
  const rows = await longReader()
    .selectFrom('auditEntries')
    .select('organizationId')
    .distinct()
    .where('organizationId', 'is not', null)
    .execute()
  const heads = await longReader()
    .selectFrom('meta')
    .select('key')
    .where('key', 'like', `${headKey('')}%`)
    .where('value', '!=', NO_ENTRIES)
    .execute()
  // A log of which no entry is left has its head: it is a chain that was cut off.
  const counted = heads.map(({ key }) => key.slice(headKey('').length))
  return [...new Set([...rows.flatMap(({ organizationId }) => organizationId ?? []), ...counted])].toSorted()
}

/** Somebody unknown belongs to nobody: only where there is one organisation, it was that one's door. */
async function organizationsOf(
  db: Kysely<DatabaseSchema>,
  userId: string | null,
): Promise<[string | null, ...string[]]> {
  // Both are read for whom nobody knows, too: what a try costs must not tell whether there is such an account.
  const known = await db
    .selectFrom('organizationMembers')
    .select('organizationId')
    .where('userId', '=', userId ?? '')
    .execute()
  const some = await db.selectFrom('organizations').select('id').limit(2).execute()
  const [first, ...others] = known.map(({ organizationId }) => organizationId)
  if (first !== undefined) return [first, ...others]
  return [some.length === 1 ? (some[0]?.id ?? null) : null]
}

async function chainEntries(
  db: Kysely<DatabaseSchema>,
  { capabilities }: SystemScope,
  hashOf: ChainHash,
): Promise<number> {
  const waiting = await db
    .selectFrom('auditEntries')
    .leftJoin('workspaces', 'workspaces.id', 'auditEntries.workspaceId')
    .selectAll('auditEntries')
    .select('workspaces.organizationId as ofWorkspace')
    .where('auditEntries.hash', 'is', null)
    .orderBy('auditEntries.at')
    .orderBy('auditEntries.id')
    .limit(CHAINED_AT_ONCE)
    .execute()
  const owned = waiting.map(({ ofWorkspace, ...row }) => ({
    ...row,
    // What was done in a workspace that is gone stays the installation's.
    organizationId: row.organizationId ?? ofWorkspace ?? '',
  }))
  const owners = [...new Set(owned.map(({ organizationId }) => organizationId))].toSorted()
  for (const owner of owners) {
    const rows = owned.filter(({ organizationId }) => organizationId === owner)
    await chainOf(db, { owner, rows, rowLocks: capabilities.rowLocks }, hashOf)
  }
  return waiting.length
}

/**
 * Keeps a chain to this transaction, and gives the rows that no other process put there meanwhile. It is not held by its
 * organisation: of what is nobody's any more there is none.
 */
async function holdChain(
  db: Kysely<DatabaseSchema>,
  owner: string,
  rows: AuditEntryRow[],
): Promise<AuditEntryRow[]> {
  const key = headKey(owner)
  await db
    .insertInto('meta')
    .values({ key, value: NO_ENTRIES })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.selectFrom('meta').select('key').where('key', '=', key).forUpdate().execute()
  const waiting = await db
    .selectFrom('auditEntries')
    .select('id')
    .where('hash', 'is', null)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const ids = new Set(waiting.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

/** The place of an entry in its chain. */
interface ChainPlace {
  sequence: number
  hash: string
}

/** Where the chain ended when it was written last, whatever became of its entries since. */
async function readHead(db: Kysely<DatabaseSchema>, owner: string): Promise<ChainPlace> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', headKey(owner)).executeTakeFirst()
  const [sequence = '', hash = ''] = (row?.value ?? NO_ENTRIES).split(':')
  return { sequence: Number(sequence), hash }
}

/** A chain goes on behind what was counted: who cut its end off does not have it closed by what is done next. */
const later = (head: ChainPlace, last: ChainPlace) => (head.sequence >= last.sequence ? head : last)

async function chainOf(
  db: Kysely<DatabaseSchema>,
  { owner, rows, rowLocks }: { owner: string; rows: AuditEntryRow[]; rowLocks: boolean },
  hashOf: ChainHash,
): Promise<void> {
  const left = rowLocks ? await holdChain(db, owner, rows) : rows
  if (left.length === 0) return
  const last = await db
    .selectFrom('auditEntries')
    .select(['sequence', 'hash'])
    .where('organizationId', '=', owner)
    .where('sequence', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  let { sequence, hash } = later(await readHead(db, owner), {
    sequence: last?.sequence ?? 0,
    hash: last?.hash ?? '',
  })
  for (const row of left) {
    sequence += 1
    const placed = { ...row, organizationId: owner, sequence, previousHash: hash, hash: null }
    const own = hashOf(placed)
    await db
      .updateTable('auditEntries')
      .set({ organizationId: owner, sequence, previousHash: hash, hash: own })
      .where('id', '=', row.id)
      .execute()
    hash = own
  }
  const head = { key: headKey(owner), value: `${sequence}:${hash}` }
  await db
    .insertInto('meta')
    .values(head)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: head.value }))
    .execute()
}
