import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import type { SystemScope } from '../system/system-scope.ts'
import { keepMails, type NewMail } from './keep-mails.ts'

/** A mail that this process may send now. `attempt` is its number: what a later one took over it settles no more. */
export interface ClaimedMail {
  id: string
  attempt: number
  about: string
  sealed: string
  /** Its time is over. */
  isOver: boolean
  /** It holds a link that ends with its time. */
  hasLink: boolean
  organizationId: string | null
}

/** A mail in the name of an organisation that did not get through, as its administrators see it. */
export interface UndeliveredMail {
  userId: string
  about: string
  /** In words of the server of mail; null while it said nothing, and the mail waits for longer than it should. */
  fault: string | null
  /** When it was promised. */
  createdAt: number
  /** It is tried no more. */
  isEnded: boolean
}

/** Mails between the act that promises them and the server of mail. Times are kept by the database's clock. */
export interface MailStore {
  /** Keeps mails that tell of no act with a transaction of its own. */
  keep(mails: readonly NewMail[]): Promise<void>
  /**
   * Takes the next mail that is due, the oldest first: for so many milliseconds it is nobody else's. Those about somebody's
   * own account go before those that organisations send, which may be many. Of each mailbox and kind no more than the first.
   * Undefined when none is due.
   */
  claim(leaseMs: number): Promise<ClaimedMail | undefined>
  /** It was sent: nothing is kept of it, nor of those before it to this mailbox in the same name that were not. */
  sent(mail: Pick<ClaimedMail, 'id' | 'attempt'>): Promise<void>
  /** It was not sent, and is tried again after so many milliseconds. */
  again(mail: Pick<ClaimedMail, 'id' | 'attempt'>, next: { afterMs: number; fault: string }): Promise<void>
  /** It is not sent any more: what stood in it is forgotten, why not is kept. `isKept`: what was said before stays. */
  end(mail: Pick<ClaimedMail, 'id' | 'attempt'>, why: { fault: string; isKept: boolean }): Promise<void>
  /** In how many milliseconds the next mail may be claimed; undefined when none waits. */
  dueIn(): Promise<number | undefined>
  /** Lets every mail be claimed that a process had: for when it is sure that none goes on. */
  expireClaims(): Promise<void>
  /** How many wait, and how many ended unsent. */
  count(): Promise<{ waiting: number; ended: number }>
  /**
   * Mails of an organisation that did not get through, the newest of each of these people: given up, refused for now, or
   * promised before a time and still here.
   */
  listUndelivered(
    organizationId: string,
    which: { userIds: readonly string[]; before: number },
  ): Promise<UndeliveredMail[]>
  /** Forgets mails that ended, or should have, before a time, in milliseconds since 1970; gives how many. */
  prune(before: number, limit: number): Promise<number>
  /** Sealed mails after one of them, in a fixed order. */
  listSealed(after: string, limit: number): Promise<{ id: string; sealed: string }[]>
  /** Puts a mail sealed anew in its place, while it is as it was. */
  reseal(id: string, change: { from: string; to: string }): Promise<boolean>
}

type Mails = ExpressionBuilder<DatabaseSchema, 'outgoingMails'>

/** The clock by which claims last, read in the statement itself. */
const clockOf = ({ capabilities, now }: Pick<SystemScope, 'capabilities' | 'now'>) =>
  capabilities.sharedByProcesses
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${now()}`

/** Longer than any claim lasts, and than any mail waits for its next try, in milliseconds. */
const FARTHEST_MS = 60 * 60_000

/** Whether its time has come. One far ahead was written by a clock that went wrong: nobody waits for it. */
const isDue = (clock: ReturnType<typeof clockOf>) =>
  sql<boolean>`("outgoingMails"."dueAt" <= ${clock} or "outgoingMails"."dueAt" > ${clock} + ${FARTHEST_MS})`

/** Whether no other mail to the same mailbox, of an organisation like this one or not, is to go first. */
const isFirst = ({ not, exists, selectFrom }: Mails) =>
  not(
    exists(
      selectFrom('outgoingMails as before')
        .select(sql`1`.as('one'))
        .whereRef('before.mailbox', '=', 'outgoingMails.mailbox')
        .where('before.endedAt', 'is', null)
        .whereRef('before.sequence', '<', 'outgoingMails.sequence')
        .where(
          sql<boolean>`("before"."organizationId" is null) = ("outgoingMails"."organizationId" is null)`,
        ),
    ),
  )

/** Makes the store. */
export function createMailStore(scope: SystemScope): MailStore {
  const { reader, write, now } = scope
  return {
    keep: (mails) => write((db) => keepMails(db, mails, now())),
    claim: (leaseMs) => write((db) => claim(db, clockOf(scope), leaseMs)),
    async dueIn() {
      const row = await reader()
        .selectFrom('outgoingMails')
        .select(sql<number>`"dueAt" - ${clockOf(scope)}`.as('inMs'))
        .where('endedAt', 'is', null)
        .where(isFirst)
        .orderBy('dueAt')
        .limit(1)
        .executeTakeFirst()
      return row && Math.max(0, Number(row.inMs))
    },
    expireClaims: async () => {
      await write((db) =>
        db
          .updateTable('outgoingMails')
          .set({ dueAt: 0 })
          .where('endedAt', 'is', null)
          .where('dueAt', '>', 0)
          .execute(),
      )
    },
    ...createSettling(scope),
    ...createMailUpkeep(scope),
  }
}

/** What comes of a claimed mail. */
function createSettling(scope: SystemScope): Pick<MailStore, 'sent' | 'again' | 'end'> {
  const { write } = scope
  const clock = () => clockOf(scope)
  return {
    sent: ({ id, attempt }) =>
      write(async (db) => {
        const gone = await db
          .deleteFrom('outgoingMails')
          .where('id', '=', id)
          .where('attempts', '=', attempt)
          .returning(['mailbox', 'organizationId'])
          .executeTakeFirst()
        if (gone?.organizationId == null) return
        await db
          .deleteFrom('outgoingMails')
          .where('mailbox', '=', gone.mailbox)
          .where('organizationId', '=', gone.organizationId)
          .where('endedAt', 'is not', null)
          .execute()
      }),
    again: async ({ id, attempt }, { afterMs, fault }) => {
      await write((db) =>
        db
          .updateTable('outgoingMails')
          .set({
            dueAt: sql<number>`${clock()} + ${Math.ceil(afterMs)}`,
            fault,
          })
          .where('id', '=', id)
          .where('attempts', '=', attempt)
          .where('endedAt', 'is', null)
          .execute(),
      )
    },
    end: async ({ id, attempt }, { fault, isKept }) => {
      const told = isKept ? sql<string>`coalesce("fault", ${fault})` : fault
      await write((db) =>
        db
          .updateTable('outgoingMails')
          .set({ sealed: null, fault: told, endedAt: clock() })
          .where('id', '=', id)
          .where('attempts', '=', attempt)
          .execute(),
      )
    },
  }
}

/** What is not about sending: lists, counts, ends and keys. */
function createMailUpkeep({
  reader,
  longReader,
  write,
}: SystemScope): Pick<MailStore, 'count' | 'listUndelivered' | 'prune' | 'listSealed' | 'reseal'> {
  return {
    async count() {
      const rows = await longReader()
        .selectFrom('outgoingMails')
        .select(sql<number>`count(*)`.as('all'))
        .select(sql<number>`count("endedAt")`.as('ended'))
        .execute()
      const { all, ended } = rows[0] ?? { all: 0, ended: 0 }
      return { waiting: Number(all) - Number(ended), ended: Number(ended) }
    },
    async listUndelivered(organizationId, { userIds, before }) {
      if (userIds.length === 0) return []
      const rows = await reader()
        .selectFrom('outgoingMails')
        .select(['userId', 'about', 'fault', 'createdAt', 'endedAt'])
        .where('userId', 'in', userIds)
        .where('organizationId', '=', organizationId)
        .where(({ or, eb }) => or([eb('fault', 'is not', null), eb('createdAt', '<', before)]))
        .orderBy('sequence')
        .execute()
      const newest = new Map<string, UndeliveredMail>()
      for (const { userId, about, fault, createdAt, endedAt } of rows)
        if (userId !== null)
          newest.set(userId, { userId, about, fault, createdAt, isEnded: endedAt !== null })
      return [...newest.values()]
    },
    prune: (before, limit) =>
      write(async (db) => {
        const old = db
          .selectFrom('outgoingMails')
          .select('sequence')
          // Where no mail is sent any more nobody ends those that waited.
          .where(({ or, eb }) => or([eb('endedAt', '<', before), eb('endsAt', '<', before)]))
          .limit(limit)
        const { numDeletedRows } = await db
          .deleteFrom('outgoingMails')
          .where('sequence', 'in', old)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
    async listSealed(after, limit) {
      const rows = await reader()
        .selectFrom('outgoingMails')
        .select(['id', 'sealed'])
        .where('sealed', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]))
    },
    reseal: (id, { from, to }) =>
      write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('outgoingMails')
          .set({ sealed: to })
          .where('id', '=', id)
          .where('sealed', '=', from)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n
      }),
  }
}

/** The next one that is due, of those about an own account or of organisations. */
function findDue(
  db: Kysely<DatabaseSchema>,
  clock: ReturnType<typeof clockOf>,
  isOfOrganization: boolean,
): Promise<{ id: string; attempts: number } | undefined> {
  return db
    .selectFrom('outgoingMails')
    .select(['id', 'attempts'])
    .where('endedAt', 'is', null)
    .where(isDue(clock))
    .where('organizationId', isOfOrganization ? 'is not' : 'is', null)
    .where(isFirst)
    .orderBy('dueAt')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
}

async function claim(
  db: Kysely<DatabaseSchema>,
  clock: ReturnType<typeof clockOf>,
  leaseMs: number,
): Promise<ClaimedMail | undefined> {
  // Of two at the same time one finds its rows counted up and looks again.
  for (;;) {
    const next = (await findDue(db, clock, false)) ?? (await findDue(db, clock, true))
    if (next === undefined) return undefined
    const row = await db
      .updateTable('outgoingMails')
      .set({ attempts: next.attempts + 1, dueAt: sql<number>`${clock} + ${leaseMs}` })
      .where('id', '=', next.id)
      .where('attempts', '=', next.attempts)
      .where('endedAt', 'is', null)
      .returning(['id', 'attempts', 'about', 'sealed', 'organizationId', 'purpose'])
      .returning(sql<boolean | number>`"endsAt" <= ${clock}`.as('isOver'))
      .executeTakeFirst()
    if (row === undefined || row.sealed === null) continue
    const { id, attempts: attempt, about, sealed, organizationId } = row
    return {
      id,
      attempt,
      about,
      sealed,
      organizationId,
      isOver: Boolean(row.isOver),
      hasLink: row.purpose !== null,
    }
  }
}
