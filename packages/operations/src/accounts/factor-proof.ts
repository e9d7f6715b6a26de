import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { findTimedStep, hashRecoveryCode } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { findNamedPasskey, type PasskeyProof, provePasskey } from './prove-passkey.ts'

/** Wrong codes that cost nothing; then each one locks twice as long, up to a quarter of an hour. */
const FREE_FAILURES = 5
const FIRST_LOCK_MS = 15_000
const LONGEST_LOCK_MS = 15 * 60_000

/** How long the codes of an app are locked after so many wrong ones, in milliseconds. */
export const lockMs = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(FIRST_LOCK_MS * 2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_LOCK_MS)

/** What binds a sealed secret to whose it is. */
export const secondFactorContext = (userId: string) => `second-factor:${userId}`

/** Tells the store how a code is judged. */
export function judge(context: OperationContext, userId: string, code: string) {
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

/** Whether anything of a second factor is shown. */
export const isGiven = ({ code, passkey }: FactorProof) => passkey !== undefined || (code ?? '').trim() !== ''

const wrong = ({ passkey }: FactorProof) => tellWhy(passkey ? 'factor_passkey_wrong' : 'factor_code_wrong')

/** The refusal of who has not shown a second factor yet. */
export function required({ hasApp, hasPasskeys }: { hasApp: boolean; hasPasskeys: boolean }): RunnelError {
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

/** Tries what proves a second factor, once. */
export async function tryFactor(
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
  const tell = await tellingOfUsedCode(context, userId, language)
  const outcome = hasApp
    ? await secondFactors.use(
        userId,
        (factor) => {
          const found = judged(factor)
          isRecovery = !('step' in found)
          return found
        },
        { lockMs, tell },
      )
    : 'none'
  const settled = outcome === 'none' ? await spendRecoveryCode(context, userId, { code, tell }) : outcome
  if (settled === 'right' && isRecovery) context.outbox.wake()
  return settled
}

/** What tells the owner of an account that a recovery code stood in for the second factor, and how many are left. */
async function tellingOfUsedCode(context: OperationContext, userId: string, language: MailLanguage) {
  const owner = context.mailer === undefined ? undefined : await context.db.system.accounts.findUser(userId)
  return (left: number) =>
    owner === undefined
      ? []
      : promiseMail(context, {
          about: 'recoveryCodeUsed',
          to: owner.email,
          language,
          values: { count: String(left) },
        })
}

async function spendRecoveryCode(
  { db }: OperationContext,
  userId: string,
  { code, tell }: { code: string; tell: Awaited<ReturnType<typeof tellingOfUsedCode>> },
): Promise<'right' | 'wrong'> {
  const hash = hashRecoveryCode(userId, code.replaceAll(/[\s-]/g, ''))
  const isSpent = await db.system.secondFactors.spendRecoveryCode(userId, hash, tell)
  return isSpent ? 'right' : 'wrong'
}

function locked(waitMs: number): RunnelError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return refusalOf('rate_limited', tellWhy('codes_exceeded', { seconds: String(seconds) }))
}

/** Told as a fault of the field: 401 would end the session. */
export function assertRight(
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
