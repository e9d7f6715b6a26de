import type { UserRow } from '@runnel/db'
import { createToken, hashToken } from '@runnel/drivers'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { wasMailedJustNow, withMail } from '../mails/mail-pauses.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { linkTo, type Visitor } from './send-mail.ts'

/** How long a link for a new password works, in milliseconds. */
export const RESET_LINK_MS = 60 * 60 * 1_000
const PURPOSE = 'password-reset'

/** Mails a link for a new password to the account of an address, if there is one that has passwords. */
export async function mailResetLink(
  context: OperationContext,
  email: string,
  { from, language }: Visitor,
): Promise<void> {
  const { accounts, tokens } = context.db.system
  const user = await accounts.findUserByEmail(email)
  const isWaiting = user?.status === 'unverified'
  // Who never had a password came by a provider: a mail is no way around it.
  if (user === undefined || (!isWaiting && (user.status !== 'active' || user.passwordHash === null))) return
  const newestAt = await tokens.newestAt(user.id, PURPOSE)
  if (newestAt !== undefined && wasMailedJustNow(newestAt, context)) return
  const mail = { about: 'reset', to: user.email } as const
  await withMail(context, mail, () => keepResetLink(context, user, { from, language }))
  context.outbox.wake()
}

async function keepResetLink(
  context: OperationContext,
  user: UserRow,
  { from, language }: Visitor,
): Promise<void> {
  const token = createToken()
  const expiresAt = context.now() + RESET_LINK_MS
  const url = linkTo(context, '/reset-password', { token, email: user.email })
  const link = { purpose: PURPOSE, lastsMs: RESET_LINK_MS } as const
  await context.db.system.accountLife.keepLink(
    { hash: hashToken(token), purpose: PURPOSE, userId: user.id, expiresAt },
    {
      ...ownAccountEntry(user, from, { action: 'password-reset.requested' }),
      mails: promiseMail(context, {
        about: 'reset',
        to: user.email,
        language,
        url,
        link,
        userId: user.id,
      }),
    },
  )
}
