import { type AnsweredChallenge, spendChallenge } from '../system/spend-challenge.ts'
import type { SystemScope } from '../system/system-scope.ts'

/** An assertion that came, and what it proves. */
export interface NewTicket {
  hash: string
  loginMethodId: string
  codeHash: string
  sealed: string
  expiresAt: number
}

/** Assertions, and ways to a provider that were begun, each of which counts once. */
export interface SignOnTicketStore {
  /** Keeps an assertion, and forgets those that ended. False when it came before. */
  keepTicket(ticket: NewTicket): Promise<boolean>
  /** Uses an assertion up; undefined when it is unknown, used or too old. */
  takeTicket(codeHash: string): Promise<{ loginMethodId: string; sealed: string } | undefined>
  /** Uses a way up that was begun and comes back; false when it came back before. */
  takeAttempt(attempt: AnsweredChallenge): Promise<boolean>
}

/** Makes the store. */
export function createSignOnTicketStore({ write, now }: SystemScope): SignOnTicketStore {
  return {
    keepTicket: (ticket) =>
      write(async (db) => {
        await db.deleteFrom('signOnTickets').where('expiresAt', '<=', now()).execute()
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('signOnTickets')
          .values({ ...ticket, usedAt: null })
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 1n
      }),
    takeTicket: (codeHash) =>
      write((db) =>
        db
          .updateTable('signOnTickets')
          .set({ usedAt: now() })
          .where('codeHash', '=', codeHash)
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', now())
          .returning(['loginMethodId', 'sealed'])
          .executeTakeFirst(),
      ),
    takeAttempt: (attempt) => write((db) => spendChallenge(db, attempt, now())),
  }
}
