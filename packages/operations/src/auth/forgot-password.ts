import { createToken, hashToken } from '@runnel/drivers'
import { MAIL_PAUSE_MS, mayMail } from '../accounts/mail-pauses.ts'
import { RESET_LINK_MS } from '../accounts/reset-link.ts'
import { assertMail, inBackground, linkTo, sendMail, type Visitor } from '../accounts/send-mail.ts'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'

/**
 * Mails a link for a new password to whoever has an account of that address. Nothing is waited for, so that neither the
 * answer nor its time tells whether there is one.
 * @throws RunnelError `invalid_input` where there is no mail, for every address
 */
export function forgotPassword(
  context: OperationContext,
  email: string,
  visitor: Visitor,
): { message: string } {
  assertMail(context)
  inBackground(context, 'A link for a new password could not be mailed', () =>
    mailResetLink(context, email.trim().toLowerCase(), visitor),
  )
  return { message: 'success' }
}

async function mailResetLink(
  context: OperationContext,
  email: string,
  { from, language }: Visitor,
): Promise<void> {
  const { accounts, accountLife, tokens } = context.db.system
  const user = await accounts.findUserByEmail(email)
  // Who never had a password came by a provider: a mail is no way around it.
  if (user?.status !== 'active' || user.passwordHash === null) return
  const purpose = 'password-reset'
  const newestAt = await tokens.newestAt(user.id, purpose)
  if (newestAt !== undefined && newestAt + MAIL_PAUSE_MS > context.now()) return
  const mail = { about: 'reset', to: user.email } as const
  if (!mayMail(context, mail)) return
  const token = createToken()
  const expiresAt = context.now() + RESET_LINK_MS
  await accountLife.keepLink(
    { hash: hashToken(token), purpose, userId: user.id, expiresAt },
    ownAccountEntry(user, from, { action: 'password-reset.requested' }),
  )
  const url = linkTo(context, '/reset-password', { token, email: user.email })
  await sendMail(context, { ...mail, language, url, isTaken: true })
}
