import type { OperationContext } from '../context.ts'
import type { MailLanguage, MailSubject } from './mail-texts.ts'
import { inBackground, sendMail, tellByMail } from './send-mail.ts'

/** Tells somebody by mail what was done to their account in their session: it need not have been them. */
export function tellOwner(
  context: OperationContext,
  { email }: { email?: string | undefined },
  {
    about,
    language = 'en',
    values = {},
  }: {
    about: MailSubject
    language?: MailLanguage | undefined
    values?: Readonly<Record<string, string>>
  },
): void {
  if (email !== undefined) tellByMail(context, { about, to: email, language, values })
}

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
