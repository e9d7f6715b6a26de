import { refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import { hasSecondFactor } from './second-factors.ts'
import type { SystemScope } from './system-scope.ts'

/** By what somebody has proved who they are, as it was when it was looked at. */
export type SessionProof =
  | { kind: 'password'; passwordHash: string; hasFactor: boolean }
  | { kind: 'passkey'; passkeyId: string }
  /** `sealed`: the settings of the login method by which the provider was asked. */
  | { kind: 'provider'; loginMethodId: string; sealed: string; issuer: string; subject: string }

type Work = Pick<SystemScope, 'capabilities'> & { db: Kysely<DatabaseSchema> }

/**
 * Holds what a sign-in was proved by until the transaction ends. A proof takes its time, and what takes it back may come
 * in between: it ends the sessions that it sees, so that none may begin behind it.
 * @throws RunnelError `conflict` for what counts no more
 */
export async function holdProof(work: Work, userId: string, proof: SessionProof): Promise<void> {
  if (!(await isAccountHeld(work, userId, proof)) || !(await isProofHeld(work, userId, proof)))
    throw refusalOf('conflict', tellWhy('begin_anew'))
}

/** Whoever changes a password, or turns on a second factor, changes this row first. */
async function isAccountHeld(
  { db, capabilities }: Work,
  userId: string,
  proof: SessionProof,
): Promise<boolean> {
  let user = db.selectFrom('users').select('id').where('id', '=', userId).where('status', '=', 'active')
  if (proof.kind === 'password') user = user.where('passwordHash', '=', proof.passwordHash)
  return (await (capabilities.rowLocks ? user.forShare() : user).executeTakeFirst()) !== undefined
}

async function isProofHeld(work: Work, userId: string, proof: SessionProof): Promise<boolean> {
  const { db } = work
  switch (proof.kind) {
    case 'password':
      return proof.hasFactor || !(await hasSecondFactor(db, userId))
    case 'passkey': {
      const own = db.selectFrom('passkeys').select('id').where('id', '=', proof.passkeyId)
      return (await own.where('userId', '=', userId).executeTakeFirst()) !== undefined
    }
    case 'provider':
      return isProviderHeld(work, userId, proof)
    default:
      return proof satisfies never
  }
}

async function isProviderHeld(
  { db, capabilities }: Work,
  userId: string,
  { loginMethodId, sealed, issuer, subject }: Extract<SessionProof, { kind: 'provider' }>,
): Promise<boolean> {
  const method = db
    .selectFrom('loginMethods')
    .select('id')
    .where('id', '=', loginMethodId)
    .where('sealed', '=', sealed)
    .where('status', '=', 'enable')
  if (!(await (capabilities.rowLocks ? method.forShare() : method).executeTakeFirst())) return false
  const identity = db
    .selectFrom('identities')
    .select('userId')
    .where('loginMethodId', '=', loginMethodId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('userId', '=', userId)
  return (await (capabilities.rowLocks ? identity.forShare() : identity).executeTakeFirst()) !== undefined
}
