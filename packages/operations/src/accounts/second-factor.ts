import { RunnelError } from '@runnel/contract'
import {
  createRecoveryCode,
  createTimedSecret,
  findTimedStep,
  hashRecoveryCode,
  timedSecretUrl,
} from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { provePassword, type UserPrincipal } from './own-account.ts'

const RECOVERY_CODES = 10
/** Wrong codes that cost nothing; then each one locks twice as long, up to a quarter of an hour. */
const FREE_FAILURES = 5
const FIRST_LOCK_MS = 15_000
const LONGEST_LOCK_MS = 15 * 60_000

const lockMs = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(FIRST_LOCK_MS * 2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_LOCK_MS)

/** What binds a sealed secret to whose it is. */
export const secondFactorContext = (userId: string) => `second-factor:${userId}`

const createRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, createRecoveryCode)

function judge(context: OperationContext, userId: string, code: string) {
  const plain = code.replaceAll(/[\s-]/g, '')
  return ({ sealed }: { sealed: string }) => {
    const step = findTimedStep(context.vault.open(sealed, secondFactorContext(userId)), plain, context.now())
    return step === undefined ? { recoveryHash: hashRecoveryCode(userId, plain) } : { step }
  }
}

/**
 * Checks the code of somebody whose password fits. Nothing where the account asks for none. A code works once; wrong ones
 * make the next wait, whoever tries.
 * @throws RunnelError `second_factor_required`, `wrong_code`, `rate_limited`
 */
export async function checkSecondFactor(
  context: OperationContext,
  userId: string,
  code: string | undefined,
): Promise<void> {
  const { secondFactors } = context.db.system
  const factor = await secondFactors.find(userId)
  if (factor?.confirmedAt == null) return
  if (code === undefined || code.trim() === '')
    throw new RunnelError('second_factor_required', 'Enter the code of your authenticator app.')
  const outcome = await secondFactors.use(userId, judge(context, userId, code), { lockMs })
  if (typeof outcome === 'object') throw locked(outcome.lockedUntil - context.now())
  // Taken away in this very moment: the account asks for none any more.
  if (outcome === 'wrong') throw new RunnelError('wrong_code', 'This code is not right, or was used already.')
}

function locked(waitMs: number): RunnelError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new RunnelError('rate_limited', `Too many wrong codes. Wait ${seconds} seconds and try again.`)
}

/** Whether the own sign-in asks for a code, and how many recovery codes are left. */
export async function getSecondFactor(
  { db }: OperationContext,
  { userId }: UserPrincipal,
): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const { secondFactors } = db.system
  const [factor, recoveryCodesLeft] = await Promise.all([
    secondFactors.find(userId),
    secondFactors.countRecoveryCodes(userId),
  ])
  return { isOn: factor?.confirmedAt != null, recoveryCodesLeft }
}

/** Makes a secret for an app. It counts when a first code is confirmed. @throws RunnelError `conflict` when one is on */
export async function beginSecondFactor(
  context: OperationContext,
  principal: UserPrincipal,
  password: string,
): Promise<{ secret: string; otpauthUrl: string }> {
  const user = await provePassword(context, principal, { field: 'password', password })
  const secret = createTimedSecret()
  const sealed = context.vault.seal(secret, secondFactorContext(user.id))
  if (!(await context.db.system.secondFactors.begin(user.id, sealed)))
    throw new RunnelError('conflict', 'Two-factor sign-in is on already. Turn it off first.')
  return { secret, otpauthUrl: timedSecretUrl(secret, { issuer: 'Runnel', account: user.email }) }
}

/** Turns it on by a first code, which proves that the app has the secret. @throws RunnelError `invalid_input` */
export async function confirmSecondFactor(
  context: OperationContext,
  principal: UserPrincipal,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = principal
  const recoveryCodes = createRecoveryCodes()
  const entry = auditEntry(principal, { action: 'second-factor.on', subject: subjectOf(principal) })
  const proves = { recoveryHashes: recoveryCodes.map((each) => hashRecoveryCode(userId, each)), entry }
  const outcome = await context.db.system.secondFactors.use(userId, judge(context, userId, code), {
    lockMs,
    proves,
  })
  assertRight(context, outcome)
  return { recoveryCodes }
}

/** Other recovery codes in place of the old ones. @throws RunnelError `invalid_input` for a wrong password or code */
export async function replaceRecoveryCodes(
  context: OperationContext,
  principal: UserPrincipal,
  input: { password: string; code: string },
): Promise<{ recoveryCodes: string[] }> {
  await proveBoth(context, principal, input)
  const { userId } = principal
  const recoveryCodes = createRecoveryCodes()
  await context.db.system.secondFactors.replaceRecoveryCodes(
    userId,
    recoveryCodes.map((each) => hashRecoveryCode(userId, each)),
    auditEntry(principal, { action: 'recovery-codes.replaced', subject: subjectOf(principal) }),
  )
  return { recoveryCodes }
}

/** Turns the own second factor off. @throws RunnelError `invalid_input` for a wrong password or code */
export async function removeSecondFactor(
  context: OperationContext,
  principal: UserPrincipal,
  input: { password: string; code: string },
): Promise<{ message: string }> {
  await proveBoth(context, principal, input)
  const entry = auditEntry(principal, { action: 'second-factor.off', subject: subjectOf(principal) })
  await context.db.system.secondFactors.remove(principal.userId, entry)
  return { message: 'success' }
}

/**
 * Turns off the second factor of a member who has lost it. That of an administrator is for administrators.
 * @throws RunnelError `not_found`, `forbidden`
 */
export async function resetSecondFactor(
  context: OperationContext,
  principal: UserPrincipal,
  userId: string,
): Promise<{ message: string }> {
  const { organizationId, isOrganizationAdmin } = principal
  const [user, memberships] = await Promise.all([
    context.db.system.accounts.findUser(userId),
    context.db.system.accounts.findMemberships(userId),
  ])
  const isOurs = memberships.some((each) => each.organizationId === organizationId)
  if (!user || !isOurs) throw new RunnelError('not_found', `User ${userId} not found`)
  const { isAdmin } = await context.db.organization(organizationId).read.findMembership(userId)
  if (isAdmin && !isOrganizationAdmin) throw new RunnelError('forbidden', 'Forbidden')
  const subject = { kind: 'user', id: userId, name: user.email }
  const entry = auditEntry(principal, { action: 'second-factor.reset', subject })
  if (!(await context.db.system.secondFactors.remove(userId, entry)))
    throw new RunnelError('not_found', 'This account has no second factor.')
  return { message: 'success' }
}

const subjectOf = ({ userId, email }: UserPrincipal) => ({ kind: 'user', id: userId, name: email ?? null })

async function proveBoth(
  context: OperationContext,
  principal: UserPrincipal,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await provePassword(context, principal, { field: 'password', password })
  const { userId } = principal
  assertRight(
    context,
    await context.db.system.secondFactors.use(userId, judge(context, userId, code), { lockMs }),
  )
}

/** Told as a fault of the field: 401 would end the session. */
function assertRight(
  { now }: OperationContext,
  outcome: 'right' | 'wrong' | 'none' | { lockedUntil: number },
): void {
  if (outcome === 'right') return
  if (typeof outcome === 'object') throw locked(outcome.lockedUntil - now())
  const message =
    outcome === 'none' ? 'Begin with the set-up once more.' : 'This code is not right, or was used already.'
  throw new RunnelError('invalid_input', message, { issues: [{ path: 'code', message: 'is not right' }] })
}
