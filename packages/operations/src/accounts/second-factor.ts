import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import {
  createRecoveryCode,
  createTimedSecret,
  findTimedStep,
  hashRecoveryCode,
  timedSecretUrl,
} from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from './mail-texts.ts'
import type { UserPrincipal } from './own-account.ts'
import { findNamedPasskey, type PasskeyProof, provePasskey } from './prove-passkey.ts'
import { tellOwner, tellRecoveryCodeUsed } from './tell-owner.ts'

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

/** Recovery codes as they are shown, this once. */
export const createRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, createRecoveryCode)

function judge(context: OperationContext, userId: string, code: string) {
  const plain = code.replaceAll(/[\s-]/g, '')
  return ({ sealed }: { sealed: string }) => {
    const step = findTimedStep(context.vault.open(sealed, secondFactorContext(userId)), plain, context.now())
    return step === undefined ? { recoveryHash: hashRecoveryCode(userId, plain) } : { step }
  }
}

/** What proves a second factor: a code of the app, a recovery code, or a passkey. */
export interface FactorProof {
  code?: string | undefined
  passkey?: PasskeyProof | undefined
  /** In which a mail tells the owner that a recovery code was used. */
  language?: MailLanguage | undefined
}

type FactorOutcome = 'right' | 'wrong' | { lockedUntil: number }

/**
 * Checks the second factor of somebody whose password fits; false where the account asks for none. A code and an answer
 * of a passkey work once; wrong codes make the next wait, whoever tries.
 * @throws RunnelError `second_factor_required`, `wrong_code`, `rate_limited`
 */
export async function checkSecondFactor(
  context: OperationContext,
  userId: string,
  proof: FactorProof,
): Promise<boolean> {
  const { hasApp, hasPasskeys } = await findFactors(context, userId)
  if (!hasApp && !hasPasskeys) return false
  if (!isGiven(proof)) throw required({ hasApp, hasPasskeys })
  const outcome = await tryFactor(context, { userId, hasApp }, proof)
  if (typeof outcome === 'object') throw locked(outcome.lockedUntil - context.now())
  if (outcome === 'wrong') throw refusalOf('wrong_code', wrong(proof))
  return true
}

const isGiven = ({ code, passkey }: FactorProof) => passkey !== undefined || (code ?? '').trim() !== ''

const wrong = ({ passkey }: FactorProof) => tellWhy(passkey ? 'factor_passkey_wrong' : 'factor_code_wrong')

function required({ hasApp, hasPasskeys }: { hasApp: boolean; hasPasskeys: boolean }): RunnelError {
  const wish = tellWhy(hasApp ? 'factor_code_needed' : 'factor_passkey_needed')
  return refusalOf('second_factor_required', wish, {
    body: { factors: [...(hasApp ? ['code' as const] : []), ...(hasPasskeys ? ['passkey' as const] : [])] },
  })
}

/** Whether somebody has an app, and passkeys. */
export async function findFactors({ db }: OperationContext, userId: string) {
  const [factor, passkeys] = await Promise.all([
    db.system.secondFactors.find(userId),
    db.system.passkeys.list(userId),
  ])
  return { hasApp: factor?.confirmedAt != null, hasPasskeys: passkeys.length > 0 }
}

async function tryFactor(
  context: OperationContext,
  { userId, hasApp }: { userId: string; hasApp: boolean },
  { code = '', passkey, language = 'en' }: FactorProof,
): Promise<FactorOutcome> {
  if (passkey) {
    const named = await findNamedPasskey(context, passkey)
    const isOwn = named?.userId === userId && (await provePasskey(context, named, passkey))
    return isOwn ? 'right' : 'wrong'
  }
  const { secondFactors } = context.db.system
  let isRecovery = true
  const judged = judge(context, userId, code)
  const outcome = hasApp
    ? await secondFactors.use(
        userId,
        (factor) => {
          const found = judged(factor)
          isRecovery = !('step' in found)
          return found
        },
        { lockMs },
      )
    : 'none'
  const settled = outcome === 'none' ? await spendRecoveryCode(context, userId, code) : outcome
  if (settled === 'right' && isRecovery) tellRecoveryCodeUsed(context, userId, language)
  return settled
}

async function spendRecoveryCode(
  { db }: OperationContext,
  userId: string,
  code: string,
): Promise<'right' | 'wrong'> {
  const plain = code.replaceAll(/[\s-]/g, '')
  const isSpent = await db.system.secondFactors.spendRecoveryCode(userId, hashRecoveryCode(userId, plain))
  return isSpent ? 'right' : 'wrong'
}

function locked(waitMs: number): RunnelError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return refusalOf('rate_limited', tellWhy('codes_exceeded', { seconds: String(seconds) }))
}

/** Whether the own sign-in asks for a code or a passkey, and how many recovery codes are left. */
export async function getSecondFactor(
  context: OperationContext,
  { userId }: UserPrincipal,
): Promise<{ isOn: boolean; hasPasskeys: boolean; recoveryCodesLeft: number }> {
  const [{ hasApp, hasPasskeys }, recoveryCodesLeft] = await Promise.all([
    findFactors(context, userId),
    context.db.system.secondFactors.countRecoveryCodes(userId),
  ])
  return { isOn: hasApp, hasPasskeys, recoveryCodesLeft }
}

/** Makes a secret for an app. It counts when a first code is confirmed. @throws RunnelError `conflict` when one is on */
export async function beginSecondFactor(
  context: OperationContext,
  principal: UserPrincipal,
  proof: OwnerProof,
): Promise<{ secret: string; otpauthUrl: string }> {
  const { user } = await proveOwner(context, principal, proof)
  const secret = createTimedSecret()
  const sealed = context.vault.seal(secret, secondFactorContext(user.id))
  if (!(await context.db.system.secondFactors.begin(user.id, sealed)))
    throw refusalOf('conflict', tellWhy('factor_on_already'))
  return { secret, otpauthUrl: timedSecretUrl(secret, { issuer: 'Runnel', account: user.email }) }
}

/**
 * Turns it on by a first code, which proves that the app has the secret, and signs all other browsers out.
 * @throws RunnelError `invalid_input`
 */
export async function confirmSecondFactor(
  context: OperationContext,
  principal: UserPrincipal,
  { code, language }: { code: string; language: MailLanguage },
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = principal
  const recoveryCodes = createRecoveryCodes()
  const entry = auditEntry(principal, {
    action: 'second-factor.on',
    subject: subjectOf(principal),
    before: { isOn: false },
    after: { isOn: true },
  })
  const recoveryHashes = recoveryCodes.map((each) => hashRecoveryCode(userId, each))
  const proves = { recoveryHashes, entry, exceptSignIn: principal.signInId }
  const outcome = await context.db.system.secondFactors.use(userId, judge(context, userId, code), {
    lockMs,
    proves,
  })
  assertRight(context, outcome)
  tellOwner(context, principal, { about: 'secondFactorOn', language })
  return { recoveryCodes }
}

/** Other recovery codes in place of the old ones. @throws RunnelError `invalid_input` for a wrong password or code */
export async function replaceRecoveryCodes(
  context: OperationContext,
  principal: UserPrincipal,
  input: OwnerProof,
): Promise<{ recoveryCodes: string[] }> {
  await proveBoth(context, principal, input)
  const { userId } = principal
  const recoveryCodes = createRecoveryCodes()
  await context.db.system.secondFactors.replaceRecoveryCodes(
    userId,
    recoveryCodes.map((each) => hashRecoveryCode(userId, each)),
    auditEntry(principal, { action: 'recovery-codes.replaced', subject: subjectOf(principal) }),
  )
  tellOwner(context, principal, { about: 'recoveryCodesReplaced', language: input.language })
  return { recoveryCodes }
}

/** Turns the own authenticator app off; passkeys stay. @throws RunnelError `invalid_input` for a wrong password or code */
export async function removeSecondFactor(
  context: OperationContext,
  principal: UserPrincipal,
  input: OwnerProof,
): Promise<{ message: string }> {
  await proveBoth(context, principal, input)
  const entry = auditEntry(principal, {
    action: 'second-factor.off',
    subject: subjectOf(principal),
    before: { isOn: true },
    after: { isOn: false },
  })
  if (await context.db.system.secondFactors.remove(principal.userId, entry))
    tellOwner(context, principal, { about: 'secondFactorOff', language: input.language })
  return { message: 'success' }
}

const subjectOf = ({ userId, email }: UserPrincipal) => ({ kind: 'user', id: userId, name: email ?? null })

/** What an owner gives to prove once more who they are. `field`: how the call names the password, unless `password`. */
export type OwnerProof = { password: string; field?: string | undefined } & FactorProof

/**
 * Proves once more that a session is in its owner's hands: by the password, and by the second factor where there is one.
 * What is wrong is told as a fault of its field: 401 and 403 would end the session or leave the page. Every change of how an
 * account is opened, and its end, asks for this. Gives the account, and whether there is a second factor.
 * @throws RunnelError `invalid_input`, `rate_limited`
 */
export async function proveOwner(
  context: OperationContext,
  principal: UserPrincipal,
  { password, field = 'password', ...proof }: OwnerProof,
) {
  const user = await provePassword(context, principal, { field, password })
  const { userId } = principal
  const factors = await findFactors(context, userId)
  if (!factors.hasApp && !factors.hasPasskeys) return { user, hasFactor: false }
  if (!isGiven(proof)) {
    const issues = [{ path: 'code', ...tellWhy('needed') }]
    throw new RunnelError('invalid_input', required(factors).message, { issues })
  }
  assertRight(context, await tryFactor(context, { userId, hasApp: factors.hasApp }, proof), proof)
  return { user, hasFactor: true }
}

async function provePassword(
  context: OperationContext,
  principal: UserPrincipal,
  { field, password }: { field: string; password: string },
) {
  const user = await context.db.system.accounts.findUser(principal.userId)
  const { passwordHash } = user ?? {}
  if (user && passwordHash && (await context.passwords.verify(password, passwordHash)))
    return { ...user, passwordHash }
  throw new RunnelError('invalid_input', 'The password is not right.', {
    issues: [{ path: field, ...tellWhy('password_wrong') }],
  })
}

async function proveBoth(
  context: OperationContext,
  principal: UserPrincipal,
  proof: OwnerProof,
): Promise<void> {
  const { hasFactor } = await proveOwner(context, principal, proof)
  if (!hasFactor) assertRight(context, 'none')
}

/** Told as a fault of the field: 401 would end the session. */
function assertRight(
  { now }: OperationContext,
  outcome: FactorOutcome | 'none',
  proof: FactorProof = {},
): void {
  if (outcome === 'right') return
  if (typeof outcome === 'object') throw locked(outcome.lockedUntil - now())
  const { message } = outcome === 'none' ? tellWhy('factor_set_up_anew') : wrong(proof)
  throw new RunnelError('invalid_input', message, {
    issues: [{ path: proof.passkey ? 'passkey' : 'code', ...tellWhy('code_wrong') }],
  })
}
