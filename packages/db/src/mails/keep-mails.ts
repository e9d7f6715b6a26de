import type { Kysely } from 'kysely'
import type { TokenPurpose } from '../system/account-tables.ts'
import type { OutgoingMailTable } from './mail-tables.ts'

/** A mail that an act promises, kept in the transaction of the act. */
export interface NewMail {
  id: string
  about: string
  /** A hash of the address: mails to one mailbox go out in their order. */
  mailbox: string
  sealed: string
  /** How long it is tried, in milliseconds. */
  patienceMs: number
  /** Whose it is. Within an organisation it is that one's, and is left out. */
  organizationId?: string | undefined
  userId?: string | undefined
  /** What its link is for. When that link of `userId` ends, the mail ends as well. */
  purpose?: TokenPurpose | undefined
}

/** Keeps mails inside a transaction. They are due at once. */
export async function keepMails(
  db: Kysely<{ outgoingMails: OutgoingMailTable }>,
  mails: readonly NewMail[],
  at: number,
): Promise<void> {
  for (const { patienceMs, organizationId, userId = null, purpose = null, ...mail } of mails)
    await db
      .insertInto('outgoingMails')
      .values({
        ...mail,
        ...(organizationId === undefined ? {} : { organizationId }),
        userId,
        purpose,
        attempts: 0,
        fault: null,
        createdAt: at,
        dueAt: 0,
        endsAt: at + patienceMs,
        endedAt: null,
      })
      .execute()
}

/** Ends mails inside a transaction whose links of a person count no more: those for one purpose, or all. */
export async function endMailsOfLinks(
  db: Kysely<{ outgoingMails: OutgoingMailTable }>,
  userId: string,
  purpose?: TokenPurpose,
): Promise<void> {
  const mails = db.deleteFrom('outgoingMails').where('userId', '=', userId)
  await (purpose === undefined
    ? mails.where('purpose', 'is not', null)
    : mails.where('purpose', '=', purpose)
  ).execute()
}
