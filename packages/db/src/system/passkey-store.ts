import { refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely, Selectable } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { PasskeyTable } from './account-tables.ts'
import { endSessions } from './end-sessions.ts'
import { hasSecondFactor, holdSignIn, insertRecoveryCodes } from './second-factors.ts'
import { type AnsweredChallenge, spendChallenge } from './spend-challenge.ts'
import type { SystemScope } from './system-scope.ts'

/** A passkey with its transports parsed. */
export type PasskeyRow = Omit<Selectable<PasskeyTable>, 'transports'> & { transports: string[] }

/** A new passkey. */
export type NewPasskey = Pick<
  PasskeyRow,
  'id' | 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
>

/** On which terms a passkey is kept. */
export interface PasskeyTerms {
  challenge: AnsweredChallenge
  limit: number
  recoveryHashes: readonly string[]
  /** With the first second factor the sessions of all other sign-ins end. */
  exceptSignIn: string
  entry: NewAuditEntry
}

/** Passkeys of users. A challenge is answered once, however many answer it at once. */
export interface PasskeyStore {
  /** Those of a user, oldest first. */
  list(userId: string): Promise<PasskeyRow[]>
  findByCredential(credentialId: string): Promise<PasskeyRow | undefined>
  /**
   * Keeps a passkey, and the recovery codes if it is the user's first second factor; gives whether it is.
   * `full`: the user has `limit` already. @throws RunnelError `conflict` for a challenge that was answered, or a passkey
   * that is known
   */
  insert(passkey: NewPasskey, terms: PasskeyTerms): Promise<{ isFirst: boolean } | 'full'>
  /**
   * Notes a use: the challenge is spent and the count goes from `from` to `to`. False when the challenge was answered
   * before, or another use has moved the count meanwhile.
   */
  use(
    id: string,
    use: { challenge: AnsweredChallenge; counter: { from: number; to: number } },
  ): Promise<boolean>
  /** Gives the passkey; undefined when the user has none of that id. */
  rename(
    userId: string,
    change: { id: string; name: string; entry: NewAuditEntry },
  ): Promise<PasskeyRow | undefined>
  /**
   * Takes a passkey away, and the recovery codes with the last second factor; false when the user has none of that id.
   * @throws RunnelError `unauthenticated` where `signInId` has ended
   */
  remove(userId: string, removal: { id: string; signInId: string; entry: NewAuditEntry }): Promise<boolean>
}

const parse = <Row extends { transports: string }>(row: Row) => ({
  ...row,
  transports: JSON.parse(row.transports) as string[],
})

/** Makes the store. */
export function createPasskeyStore(scope: SystemScope): PasskeyStore {
  const { reader, write, now } = scope
  return {
    async list(userId) {
      const rows = await reader()
        .selectFrom('passkeys')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(parse)
    },
    async findByCredential(credentialId) {
      const row = await reader()
        .selectFrom('passkeys')
        .selectAll()
        .where('credentialId', '=', credentialId)
        .executeTakeFirst()
      return row && parse(row)
    },
    insert: (passkey, terms) => write((db) => insertPasskey(scope, db, { passkey, terms })),
    use: (id, { challenge, counter }) =>
      write(async (db) => {
        if (!(await spendChallenge(db, challenge, now()))) return false
        const { numUpdatedRows } = await db
          .updateTable('passkeys')
          .set({ counter: counter.to, lastUsedAt: now() })
          .where('id', '=', id)
          .where('counter', '=', counter.from)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n
      }),
    rename: (userId, { id, name, entry }) =>
      write(async (db) => {
        const row = await db
          .updateTable('passkeys')
          .set({ name })
          .where('id', '=', id)
          .where('userId', '=', userId)
          .returningAll()
          .executeTakeFirst()
        if (row) await appendEntries(scope, db, { userId, entries: [entry] })
        return row && parse(row)
      }),
    remove: (userId, { id, signInId, entry }) =>
      write(async (db) => {
        await holdSignIn(db, { userId, signInId })
        const { numDeletedRows } = await db
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('userId', '=', userId)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        if (!(await hasSecondFactor(db, userId)))
          await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
        await appendEntries(scope, db, { userId, entries: [entry] })
        return true
      }),
  }
}

async function insertPasskey(
  scope: SystemScope,
  db: Kysely<DatabaseSchema>,
  { passkey, terms }: { passkey: NewPasskey; terms: PasskeyTerms },
): Promise<{ isFirst: boolean } | 'full'> {
  const { userId, transports } = passkey
  const at = scope.now()
  await holdSignIn(db, { userId, signInId: terms.exceptSignIn })
  if (!(await spendChallenge(db, terms.challenge, at))) throw refusalOf('conflict', tellWhy('begin_anew'))
  const known = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute()
  if (known.length >= terms.limit) return 'full'
  const isFirst = !(await hasSecondFactor(db, userId))
  await db
    .insertInto('passkeys')
    .values({ ...passkey, transports: JSON.stringify(transports), createdAt: at, lastUsedAt: null })
    .execute()
  if (isFirst) {
    await insertRecoveryCodes(db, userId, terms.recoveryHashes)
    await endSessions(db, { column: 'userId', value: userId, at, except: terms.exceptSignIn })
  }
  await appendEntries(scope, db, { userId, entries: [terms.entry] })
  return { isFirst }
}
