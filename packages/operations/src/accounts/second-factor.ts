import { refusalOf, tellWhy } from '@runnel/contract'
import { createRecoveryCode, createTimedSecret, hashRecoveryCode, timedSecretUrl } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import type { Person } from '../people-rights.ts'
import { changeAccount } from './change-account.ts'
import { assertRight, findFactors, judge, lockMs, secondFactorContext } from './factor-proof.ts'
import type { OwnAccount } from './own-account.ts'
import type { ProvedOwner } from './prove-owner.ts'

const RECOVERY_CODES = 10

/** Recovery codes as they are shown, this once. */
export const createRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, createRecoveryCode)

/** Whether the own sign-in asks for a code or a passkey, and how many recovery codes are left. */
export async function getSecondFactor(
  context: OperationContext,
  { userId }: Person,
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
  { principal: { signInId }, user }: ProvedOwner,
): Promise<{ secret: string; otpauthUrl: string }> {
  const secret = createTimedSecret()
  const sealed = context.vault.seal(secret, secondFactorContext(user.id))
  if (!(await context.db.system.secondFactors.begin(user.id, { sealed, signInId })))
    throw refusalOf('conflict', tellWhy('factor_on_already'))
  return { secret, otpauthUrl: timedSecretUrl(secret, { issuer: 'Runnel', account: user.email }) }
}

/**
 * Turns it on by a first code, which proves that the app has the secret, and signs all other browsers out.
 * @throws RunnelError `invalid_input`
 */
export async function confirmSecondFactor(
  context: OperationContext,
  owner: OwnAccount,
  { code, language }: { code: string; language: MailLanguage },
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = owner
  const recoveryCodes = createRecoveryCodes()
  const recoveryHashes = recoveryCodes.map((each) => hashRecoveryCode(userId, each))
  await changeAccount(
    context,
    { by: owner, action: 'second-factor.on', mail: { language } },
    async ({ entry, except }) => {
      const told = entry({ before: { isOn: false }, after: { isOn: true } })
      const proves = { recoveryHashes, entry: told, exceptSignIn: except }
      const options = { lockMs, proves }
      assertRight(
        context,
        await context.db.system.secondFactors.use(userId, judge(context, userId, code), options),
      )
    },
  )
  return { recoveryCodes }
}

/** Other recovery codes in place of the old ones. @throws RunnelError `invalid_input` where there is no second factor */
export async function replaceRecoveryCodes(
  context: OperationContext,
  owner: ProvedOwner,
  mail: { language: MailLanguage },
): Promise<{ recoveryCodes: string[] }> {
  assertFactor(context, owner)
  const { id: userId } = owner.user
  const recoveryCodes = createRecoveryCodes()
  const hashes = recoveryCodes.map((each) => hashRecoveryCode(userId, each))
  await changeAccount(
    context,
    { by: owner, action: 'recovery-codes.replaced', mail },
    ({ entry, signInId }) =>
      context.db.system.secondFactors.replaceRecoveryCodes(userId, { hashes, signInId, entry: entry() }),
  )
  return { recoveryCodes }
}

/** Turns the own authenticator app off; passkeys stay. @throws RunnelError `invalid_input` where there is no second factor */
export async function removeSecondFactor(
  context: OperationContext,
  owner: ProvedOwner,
  mail: { language: MailLanguage },
): Promise<{ message: string }> {
  assertFactor(context, owner)
  await changeAccount(context, { by: owner, action: 'second-factor.off', mail }, ({ entry, signInId }) =>
    context.db.system.secondFactors.remove(owner.user.id, {
      signInId,
      entry: entry({ before: { isOn: true }, after: { isOn: false } }),
    }),
  )
  return { message: 'success' }
}

function assertFactor(context: OperationContext, { hasFactor }: ProvedOwner): void {
  if (!hasFactor) assertRight(context, 'none')
}
