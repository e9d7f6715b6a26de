import { createToken, hashToken } from '@runnel/drivers'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { MAIL_PAUSE_MS, mayMail } from '../mails/mail-pauses.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { linkTo, type Visitor } from './send-mail.ts'

/** How long a link for a new password works, in milliseconds. */
export const RESET_LINK_MS = 60 * 60 * 1_000

/** Mails a link for a new password to the account of an address, if there is one that has passwords. */
export async function mailResetLink(
  context: OperationContext,
  email: string,
  { from, language }: Visitor,
): Promise<void> {
  const { accounts, accountLife, tokens } = context.db.system
  const user = await accounts.findUserByEmail(email)
  const isWaiting = user?.status === 'unverified'
  // Who never had a password came by a provider: a mail is no way around it.
  if (user === undefined || (!isWaiting && (user.status !== 'active' || user.passwordHash === null))) return
  const purpose = 'password-reset'
  const newestAt = await tokens.newestAt(user.id, purpose)
  if (newestAt !== undefined && newestAt + MAIL_PAUSE_MS > context.now()) return
  const mail = { about: 'reset', to: user.email } as const
  if (!mayMail(context, mail)) return
  const token = createToken()
  const expiresAt = context.now() + RESET_LINK_MS
  const url = linkTo(context, '/reset-password', { token, email: user.email })
  const link = { purpose, lastsMs: RESET_LINK_MS } as const
  await accountLife.keepLink(
    { hash: hashToken(token), purpose, userId: user.id, expiresAt },
    {
      ...ownAccountEntry(user, from, { action: 'password-reset.requested' }),
      mails: promiseMail(context, { ...mail, language, url, link, userId: user.id }),
    },
  )
  context.outbox.wake()
}
