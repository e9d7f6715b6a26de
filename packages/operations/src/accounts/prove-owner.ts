import { RunnelError, tellWhy } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { assertRight, type FactorProof, findFactors, isGiven, required, tryFactor } from './factor-proof.ts'
import type { OwnAccount } from './own-account.ts'

/** What an owner gives to prove once more who they are. `field`: how the call names the password, unless `password`. */
export type OwnerProof = { password: string; field?: string | undefined } & FactorProof

declare const proved: unique symbol

/**
 * The owner of an account, who has proved it once more in this call. Only `proveOwner` makes one: what opens an account, and
 * its end, ask for it in their types, so that nobody can write a call that forgets the proof.
 */
export interface ProvedOwner {
  readonly [proved]: true
  principal: OwnAccount
  user: UserRow & { passwordHash: string }
  /** Whether a second factor was asked for. */
  hasFactor: boolean
  /** Whether a text is the password that was given. */
  isPassword(text: string): boolean
}

/**
 * Proves once more that a session is in its owner's hands: by the password, and by the second factor where there is one.
 * What is wrong is told as a fault of its field: 401 and 403 would end the session or leave the page.
 * @throws RunnelError `invalid_input`, `rate_limited`
 */
export async function proveOwner(
  context: OperationContext,
  principal: OwnAccount,
  { password, field = 'password', ...proof }: OwnerProof,
): Promise<ProvedOwner> {
  const user = await provePassword(context, principal, { field, password })
  const { userId } = principal
  const factors = await findFactors(context, userId)
  const hasFactor = factors.hasApp || factors.hasPasskeys
  if (hasFactor && !isGiven(proof)) {
    const issues = [{ path: 'code', ...tellWhy('needed') }]
    throw new RunnelError('invalid_input', required(factors).message, { issues })
  }
  if (hasFactor)
    assertRight(context, await tryFactor(context, { userId, hasApp: factors.hasApp }, proof), proof)
  const isPassword = (text: string) => text === password
  return { principal, user, hasFactor, isPassword } as ProvedOwner
}

async function provePassword(
  context: OperationContext,
  { userId }: OwnAccount,
  { field, password }: { field: string; password: string },
): Promise<ProvedOwner['user']> {
  const user = await context.db.system.accounts.findUser(userId)
  const { passwordHash } = user ?? {}
  if (user && passwordHash && (await context.passwords.verify(password, passwordHash, 'known')))
    return { ...user, passwordHash }
  throw new RunnelError('invalid_input', 'The password is not right.', {
    issues: [{ path: field, ...tellWhy('password_wrong') }],
  })
}
