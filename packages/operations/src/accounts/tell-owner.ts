import type { OperationContext } from '../context.ts'
import type { MailLanguage } from './mail-texts.ts'
import { inBackground, sendMail } from './send-mail.ts'

/** Tells whose account it is that a recovery code stood in for the second factor, and how many are left. */
export function tellRecoveryCodeUsed(
  context: OperationContext,
  userId: string,
  language: MailLanguage,
): void {
  if (context.mailer === undefined) return
  const { accounts, secondFactors } = context.db.system
  inBackground(context, 'A mail (recoveryCodeUsed) could not be sent', async () => {
    const [user, left] = await Promise.all([
      accounts.findUser(userId),
      secondFactors.countRecoveryCodes(userId),
    ])
    const values = { count: String(left) }
    if (user) await sendMail(context, { about: 'recoveryCodeUsed', to: user.email, language, values })
  })
}
