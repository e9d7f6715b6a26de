import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema } from '../schema.ts'
import { lockInOrder } from '../tenant/lock-in-order.ts'
import { findInTurn, SUSPECT_AFTER } from './find-in-turn.ts'
import { type RunProgress, readRunProgress } from './run-progress.ts'
import type { SystemScope } from './system-scope.ts'

/** A question that is open beyond its deadline. */
export interface OverdueWait {
  workspaceId: string
  waitId: string
  deadlineAt: number
}

/** Who owns which run, across workspaces; gives ids only. */
export interface SystemRuns {
  /** The time by which leases are kept, in milliseconds since 1970: that of the database, whatever processes believe. */
  clock(): Promise<number>
  /**
   * Takes a run that is queued, or running with a lease that ended by `deadBefore` (`now` unless given): it is the
   * owner's until then, and its fence rises. Undefined when somebody else has it, it needs nobody, or its back-off
   * lasts. `idleMs` is how long it was nobody's, all in all; `takeovers` how many owners in a row died before a call of
   * it was finished.
   */
  claim(claim: {
    runId: string
    owner: string
    now: number
    until: number
    deadBefore?: number | undefined
  }): Promise<{ workspaceId: string; fence: number; idleMs: number; takeovers: number } | undefined>
  /**
   * Ids of runs that could be claimed now, in turn: flows of which few run come before those of which many do
   * (`findInTurn`). Those under suspicion are left out.
   */
  expired(now: number, limit: number): Promise<string[]>
  /**
   * The same for runs whose owners died several times in a row: they may be what kills them, so that they are to be
   * taken one at a time.
   */
  suspects(now: number, limit: number): Promise<string[]>
  /**
   * For a database that one process has to itself: at its start every lease is of a dead process. Expires them all,
   * but leaves those that ended before as they are.
   */
  expireAllLeases(now: number): Promise<void>
  /** Prolongs leases; gives the ids that are still the owner's. */
  renew(renewal: { owner: string; runIds: readonly string[]; until: number }): Promise<string[]>
  /**
   * Gives up what the owner has of these runs, so that anybody may claim them at once: nobody has died. Gives the ids of
   * those that were the owner's.
   */
  handBack(giving: { owner: string; runIds: readonly string[]; now: number }): Promise<string[]>
  /** Questions that are open beyond their deadline, longest overdue first; those that come after one of them. */
  overdueWaits(now: number, limit: number, after?: OverdueWait): Promise<OverdueWait[]>
  /** Of these runs, the ids of those that were asked to stop. */
  stopsRequested(runIds: readonly string[]): Promise<string[]>
  /** How far each of these runs is; those that were deleted are missing. */
  progressOf(runIds: readonly string[]): Promise<RunProgress[]>
  /** When the latest run ended whose journal is there; undefined where there is none. */
  latestEnd(): Promise<number | undefined>
  /** Deletes journals and events of runs that ended before that time, and not before `after`, of at most `limit` runs; gives how many. */
  prune(before: number, limit?: number, after?: number): Promise<number>
}

/** A slice so short that nobody waits for it. */
const PRUNE_LIMIT = 25

/**
 * A suspect is taken over one second after its lease has ended, then after two, three …. Others at once: they are far
 * more often beside what kills a process, or whoever ends it from outside, than the cause.
 */
const BACK_OFF = sql.raw(
  `case when "takeovers" < ${SUSPECT_AFTER} then 0 else 1000 * ("takeovers" - ${SUSPECT_AFTER - 1}) end`,
)

const isClaimable = (deadBefore: number) =>
  sql<SqlBool>`"endedAt" is null and ("status" = 'queued' or
    ("status" = 'running' and "leaseUntil" <= ${deadBefore} and "leaseUntil" + ${BACK_OFF} <= ${deadBefore}))`

/** How many calls of it are finished. */
const FINISHED_CALLS = sql.raw(`(select count(*) from "runSteps" where "runSteps"."runId" = "runs"."id"
  and "kind" <> 'step' and "runSteps"."status" = 'finished')`)

/** True when the owner before finished a call of it; counted, since clocks of processes differ. */
const GOT_FURTHER = sql`${FINISHED_CALLS} > "callsAtClaim"`

/** How many owners in a row died over it: a run that gets further each time kills nobody. */
const countTakeovers = sql<number>`case when "status" <> 'running' then "takeovers"
  when ${GOT_FURTHER} then 1 else "takeovers" + 1 end`

/** How long a run is nobody's; 0 where the clock of the process that gave its lease is ahead. */
const idleBefore = (now: number) =>
  sql<number>`case when "leaseUntil" < ${now} then ${now} - "leaseUntil" else 0 end`

/** Makes the store of leases. */
export function createSystemRuns({ reader, write, capabilities, now: processTime }: SystemScope): SystemRuns {
  return {
    // A database of this process alone has no other clock.
    clock: async () => (capabilities.sharedByProcesses ? readDatabaseTime(reader()) : processTime()),
    expired: (now, limit) => findInTurn(reader(), { now, limit }),
    suspects: (now, limit) => findSuspects(reader(), now, limit),
    claim: (claim) => write((db) => claimRow(db, claim)),
    async expireAllLeases(now) {
      await write((db) => endLeases(db, now))
    },
    async renew({ owner, runIds, until }) {
      if (runIds.length === 0) return []
      return write(async (db) => {
        const ids = await lockOwned(db, { owner, runIds }, capabilities)
        if (ids.length === 0) return []
        await db.updateTable('runs').set({ leaseUntil: until }).where('id', 'in', ids).execute()
        return ids
      })
    },
    handBack: (giving) => write((db) => handBackRows(db, giving, capabilities)),
    overdueWaits: (now, limit, after) => findOverdue(reader(), { now, limit, after }),
    async stopsRequested(runIds) {
      if (runIds.length === 0) return []
      const rows = await reader()
        .selectFrom('runs')
        .select('id')
        .where('id', 'in', runIds)
        .where('stopRequestedAt', 'is not', null)
        .execute()
      return rows.map(({ id }) => id)
    },
    progressOf: (runIds) => readRunProgress(reader(), runIds),
    async latestEnd() {
      const ended = reader().selectFrom('runs').where(hasJournal).where('endedAt', 'is not', null)
      const { at } = await ended.select(({ fn }) => fn.max('endedAt').as('at')).executeTakeFirstOrThrow()
      return at ?? undefined
    },
    prune: (before, limit = PRUNE_LIMIT, after = 0) =>
      write((db) => pruneJournals(db, { before, limit, after }, capabilities)),
  }
}

async function readDatabaseTime(db: Kysely<DatabaseSchema>): Promise<number> {
  const time = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`.as('time')
  return (await db.selectNoFrom(time).executeTakeFirstOrThrow()).time
}

function claimRow(
  db: Kysely<DatabaseSchema>,
  { runId, owner, now, until, deadBefore = now }: Parameters<SystemRuns['claim']>[0],
): ReturnType<SystemRuns['claim']> {
  return db
    .updateTable('runs')
    .set({
      fence: sql`"fence" + 1`,
      idleMs: sql`"idleMs" + ${idleBefore(now)}`,
      takeovers: countTakeovers,
      callsAtClaim: sql`${FINISHED_CALLS}`,
      leaseOwner: owner,
      leaseUntil: until,
      status: 'running',
      startedAt: sql`coalesce("startedAt", ${now})`,
      updatedAt: now,
    })
    .where('id', '=', runId)
    .where(isClaimable(deadBefore))
    .returning(['workspaceId', 'fence', 'idleMs', 'takeovers'])
    .executeTakeFirst()
}

/** The ids of those of the runs that are the owner's, locked. */
async function lockOwned(
  db: Kysely<DatabaseSchema>,
  { owner, runIds }: { owner: string; runIds: readonly string[] },
  capabilities: DatabaseCapabilities,
): Promise<string[]> {
  const mine = db
    .selectFrom('runs')
    .select('id')
    .where('id', 'in', runIds)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'running')
  return (await lockInOrder(mine, capabilities).execute()).map(({ id }) => id)
}

async function handBackRows(
  db: Kysely<DatabaseSchema>,
  { now, ...owned }: Parameters<SystemRuns['handBack']>[0],
  capabilities: DatabaseCapabilities,
): Promise<string[]> {
  if (owned.runIds.length === 0) return []
  const ids = await lockOwned(db, owned, capabilities)
  if (ids.length === 0) return []
  const queued = { status: 'queued' as const, leaseOwner: null, leaseUntil: now, updatedAt: now }
  await db.updateTable('runs').set(queued).where('id', 'in', ids).execute()
  return ids
}

async function endLeases(db: Kysely<DatabaseSchema>, now: number): Promise<void> {
  await db
    .updateTable('runs')
    .set({ leaseUntil: now })
    .where('status', '=', 'running')
    .where('leaseUntil', '>', now)
    .execute()
}

async function findSuspects(db: Kysely<DatabaseSchema>, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where(isClaimable(now))
    .where('takeovers', '>=', SUSPECT_AFTER)
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

function findOverdue(
  db: Kysely<DatabaseSchema>,
  { now, limit, after }: { now: number; limit: number; after: OverdueWait | undefined },
): Promise<OverdueWait[]> {
  const overdue = db
    .selectFrom('runWaits')
    .select(['workspaceId', 'id as waitId', 'deadlineAt'])
    .where('status', '=', 'waiting')
    .where('deadlineAt', '<=', now)
    .orderBy('deadlineAt')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ deadlineAt: number }>()
  if (after === undefined) return overdue.execute()
  return overdue
    .where('deadlineAt', '>=', after.deadlineAt)
    .where(({ or, eb }) => or([eb('deadlineAt', '>', after.deadlineAt), eb('id', '>', after.waitId)]))
    .execute()
}

async function pruneJournals(
  db: Kysely<DatabaseSchema>,
  { before, limit, after }: { before: number; limit: number; after: number },
  capabilities: DatabaseCapabilities,
): Promise<number> {
  const some = db
    .selectFrom('runs')
    .select('id')
    .where('endedAt', '<', before)
    .where('endedAt', '>=', after)
    .where(hasJournal)
    .orderBy('endedAt')
    .limit(limit)
  // Another process may be at the same slice.
  const ended = await lockInOrder(some, capabilities).execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length === 0) return 0
  await db.deleteFrom('runSteps').where('runId', 'in', ids).execute()
  await db.deleteFrom('runEvents').where('runId', 'in', ids).execute()
  await db.updateTable('runs').set({ hasJournal: false }).where('id', 'in', ids).execute()
  return ids.length
}

/** In the words of the index that holds the runs whose journals are still there, and no other. */
const hasJournal = sql<SqlBool>`"hasJournal"`
