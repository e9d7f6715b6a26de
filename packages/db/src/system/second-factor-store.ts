import type { Kysely, Selectable } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { SecondFactorTable } from './account-tables.ts'
import { endSessions } from './end-sessions.ts'
import { isMemberElsewhere } from './people/member-elsewhere.ts'
import {
  countRecoveryCodes,
  hasSecondFactor,
  holdSignIn,
  insertRecoveryCodes,
  lockUser,
  spendRecoveryCode,
  type TellUsedCode,
} from './second-factors.ts'
import type { SystemScope } from './system-scope.ts'

export type SecondFactorRow = Selectable<SecondFactorTable>

/** How a code was judged: the step of the code that fits, or null; a recovery code comes as its hash. */
export type JudgeCode = (factor: SecondFactorRow) => { step: number } | { recoveryHash: string } | undefined

/** What came of a code. */
export type CodeOutcome = 'right' | 'wrong' | { lockedUntil: number } | 'none'

/** Authenticator apps and recovery codes. A code that was used counts no more, however many use it at once. */
export interface SecondFactorStore {
  find(userId: string): Promise<SecondFactorRow | undefined>
  /** How many recovery codes are left. */
  countRecoveryCodes(userId: string): Promise<number>
  /**
   * Keeps a secret that is still to be proved; one that was proved stays, and gives false.
   * @throws RunnelError `unauthenticated` where `signInId` has ended
   */
  begin(userId: string, secret: { sealed: string; signInId: string }): Promise<boolean>
  /**
   * Judges a code in one transaction. A wrong one is counted, and too many lock the app's codes for `lockMs(failures)`;
   * recovery codes, which nobody guesses, are taken meanwhile. `none`: there is no proved factor (with `proves`: none at all).
   */
  use(
    userId: string,
    judge: JudgeCode,
    options: {
      lockMs: (failures: number) => number
      /** Turns it on; of the user's sessions only those of the sign-in `exceptSignIn` go on. */
      proves?: { recoveryHashes: readonly string[]; entry: NewAuditEntry; exceptSignIn: string } | undefined
      /** The mails that are kept when it was a recovery code. */
      tell?: TellUsedCode | undefined
    },
  ): Promise<CodeOutcome>
  /** Sealed secrets in the order of their users' ids, after that one. */
  listSealed(after: string, limit: number): Promise<{ userId: string; sealed: string }[]>
  /** Puts a sealed secret in place of the one that was read; false when it is another one by now. */
  reseal(userId: string, change: { from: string; to: string }): Promise<boolean>
  /** Other recovery codes in place of all that there were. @throws RunnelError `unauthenticated` where `signInId` has ended */
  replaceRecoveryCodes(
    userId: string,
    codes: { hashes: readonly string[]; signInId: string; entry: NewAuditEntry },
  ): Promise<void>
  /** Uses a recovery code up, whether or not there is an app; false when there is none of that hash any more. */
  spendRecoveryCode(userId: string, hash: string, tell?: TellUsedCode): Promise<boolean>
  /**
   * Takes the app away, and the recovery codes where no passkey is left; false when there is no app.
   * @throws RunnelError `unauthenticated` where `signInId` has ended
   */
  remove(userId: string, removal: { signInId: string; entry: NewAuditEntry }): Promise<boolean>
  /**
   * Takes app, passkeys and recovery codes of an account away that is this organisation's alone. `elsewhere`: it has a place
   * in another one; `absent`: it had no second factor. Nothing is changed then. `askAgain`: what it is allowed by.
   */
  reset(
    userId: string,
    by: { organizationId: string; entry: NewAuditEntry; askAgain?: AskAgain },
  ): Promise<'done' | 'elsewhere' | 'absent'>
}

/** Makes the store. */
export function createSecondFactorStore(scope: SystemScope): SecondFactorStore {
  const { reader, write, now } = scope
  return {
    find: (userId) => findFactor(reader(), userId),
    countRecoveryCodes: (userId) => countRecoveryCodes(reader(), userId),
    begin: (userId, { sealed, signInId }) =>
      write(async (db) => {
        // Of two at once the later one sees what the other proved.
        await holdSignIn(db, { userId, signInId })
        const known = await findFactor(db, userId)
        if (known?.confirmedAt != null) return false
        await db.deleteFrom('secondFactors').where('userId', '=', userId).execute()
        const fresh = { confirmedAt: null, lastStep: 0, failures: 0, lockedUntil: 0, createdAt: now() }
        await db
          .insertInto('secondFactors')
          .values({ ...fresh, userId, sealed })
          .execute()
        return true
      }),
    use: (userId, judge, { lockMs, proves, tell }) =>
      write(async (db) => {
        // Before anything is turned on: a sign-in by the password alone comes before, and is ended, or sees it.
        if (proves !== undefined) await holdSignIn(db, { userId, signInId: proves.exceptSignIn })
        const outcome = await judgeCode(db, {
          userId,
          judge,
          lockMs,
          tell,
          isProof: proves !== undefined,
          at: now(),
        })
        if (outcome !== 'right' || proves === undefined) return outcome
        await confirm(db, userId, { hashes: proves.recoveryHashes, at: now() })
        await endSessions(db, { column: 'userId', value: userId, at: now(), except: proves.exceptSignIn })
        await appendEntries(scope, db, { userId, entries: [proves.entry] })
        return outcome
      }),
    ...createSealedFactors(scope),
    replaceRecoveryCodes: (userId, { hashes, signInId, entry }) =>
      write(async (db) => {
        await holdSignIn(db, { userId, signInId })
        await insertRecoveryCodes(db, userId, hashes)
        await appendEntries(scope, db, { userId, entries: [entry] })
      }),
    spendRecoveryCode: (userId, hash, tell) =>
      write((db) => spendRecoveryCode(db, userId, { hash, at: now(), tell })),
    remove: (userId, { signInId, entry }) =>
      write(async (db) => {
        await holdSignIn(db, { userId, signInId })
        if (!(await removeFactor(db, userId))) return false
        if (!(await hasSecondFactor(db, userId))) await removeRecoveryCodes(db, userId)
        await appendEntries(scope, db, { userId, entries: [entry] })
        return true
      }),
    reset: (userId, { organizationId, entry, askAgain: ask }) =>
      write(async (db) => {
        await askAgain(db, { ...scope, organizationId }, ask)
        await lockUser(db, userId)
        if (await isMemberElsewhere(db, { userId, organizationId })) return 'elsewhere'
        if (!(await hasSecondFactor(db, userId))) return 'absent'
        await removeFactor(db, userId)
        await db.deleteFrom('passkeys').where('userId', '=', userId).execute()
        await removeRecoveryCodes(db, userId)
        await appendEntries(scope, db, { userId, entries: [entry] })
        return 'done'
      }),
  }
}

async function removeFactor(db: Kysely<DatabaseSchema>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

async function removeRecoveryCodes(db: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

/** What a rotation of the vault's key works with. */
function createSealedFactors({
  reader,
  write,
}: SystemScope): Pick<SecondFactorStore, 'listSealed' | 'reseal'> {
  return {
    listSealed: (after, limit) =>
      reader()
        .selectFrom('secondFactors')
        .select(['userId', 'sealed'])
        .where('userId', '>', after)
        .orderBy('userId')
        .limit(limit)
        .execute(),
    reseal: (userId, { from, to }) =>
      write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('secondFactors')
          .set({ sealed: to })
          .where('userId', '=', userId)
          .where('sealed', '=', from)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n
      }),
  }
}

function findFactor(db: Kysely<DatabaseSchema>, userId: string): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst()
}

async function judgeCode(
  db: Kysely<DatabaseSchema>,
  attempt: {
    userId: string
    judge: JudgeCode
    lockMs: (failures: number) => number
    tell: TellUsedCode | undefined
    isProof: boolean
    at: number
  },
): Promise<CodeOutcome> {
  const { userId, judge, lockMs, tell, isProof, at } = attempt
  // Counting first holds the row: of two at once the second one judges after the first has written.
  const factor = await db
    .updateTable('secondFactors')
    .set((expressions) => ({ failures: expressions('failures', '+', 1) }))
    .where('userId', '=', userId)
    // A try counts where it could be right alone: what is proved already is proved no second time, and not locked by it.
    .where('confirmedAt', isProof ? 'is' : 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (!factor) return 'none'
  const found = judge(factor)
  if (
    found &&
    'recoveryHash' in found &&
    (await spendRecoveryCode(db, userId, { hash: found.recoveryHash, at, tell }))
  ) {
    await setFactor(db, userId, { failures: 0, lockedUntil: 0 })
    return 'right'
  }
  const failures = factor.failures - 1
  // Beyond what those failures lock for it lies only where the clock was set back since: nobody waits for how far.
  const lockedUntil = Math.min(factor.lockedUntil, at + lockMs(failures))
  if (lockedUntil > at) {
    await setFactor(db, userId, { failures, lockedUntil })
    return { lockedUntil }
  }
  if (found && 'step' in found && found.step > factor.lastStep) {
    await setFactor(db, userId, { failures: 0, lockedUntil: 0, lastStep: found.step })
    return 'right'
  }
  await setFactor(db, userId, { lockedUntil: at + lockMs(factor.failures) })
  return 'wrong'
}

async function setFactor(
  db: Kysely<DatabaseSchema>,
  userId: string,
  values: Partial<Pick<SecondFactorRow, 'failures' | 'lockedUntil' | 'lastStep'>>,
): Promise<void> {
  await db.updateTable('secondFactors').set(values).where('userId', '=', userId).execute()
}

async function confirm(
  db: Kysely<DatabaseSchema>,
  userId: string,
  { hashes, at }: { hashes: readonly string[]; at: number },
): Promise<void> {
  await db.updateTable('secondFactors').set({ confirmedAt: at }).where('userId', '=', userId).execute()
  await insertRecoveryCodes(db, userId, hashes)
}
