import { type CallOrigin, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import { confirmRegistration } from '../accounts/confirm-registration.ts'
import { RESET_LINK_MS } from '../accounts/mail-reset-link.ts'
import { readMaker } from '../accounts/reset-link.ts'
import { operatorEntry, ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { describeOwner } from './register-administrator.ts'

const PURPOSE = 'password-reset'

function refused(): RunnelError {
  return refusalOf('invalid_input', tellWhy('link_ended'))
}

/**
 * Makes a one-time token for a new password, for the operator's command line.
 * @throws RunnelError `not_found` when no user has this address
 */
export async function createPasswordReset(
  context: OperationContext,
  email: string,
): Promise<{ token: string; email: string }> {
  const user = await context.db.system.accounts.findUserByEmail(email.trim().toLowerCase())
  if (!user) throw new RunnelError('not_found', `No user has the e-mail address ${email}`)
  const token = createToken()
  const expiresAt = context.now() + RESET_LINK_MS
  await context.db.system.accountLife.keepLink(
    { hash: hashToken(token), purpose: PURPOSE, userId: user.id, expiresAt },
    operatorEntry({
      action: 'password-reset.requested',
      subject: { kind: 'user', id: user.id, name: user.email },
    }),
  )
  return { token, email: user.email }
}

/**
 * Sets a new password by a one-time token and ends all sessions and other links of the user; an address that nobody
 * confirmed is confirmed by it, and what was registered with it is gone. Every refusal looks alike.
 * @throws RunnelError `invalid_input`
 */
export async function resetPassword(
  context: OperationContext,
  input: { email: string; token: string; password: string; language: MailLanguage },
  from: CallOrigin,
): Promise<{ message: string }> {
  const { accounts, accountLife, tokens } = context.db.system
  const user = await accounts.findUserByEmail(input.email.trim().toLowerCase())
  const use = { hash: hashToken(input.token), purpose: PURPOSE, now: context.now() } as const
  // Only who holds a link costs the time of a hash.
  const known = await tokens.find(use)
  if (!known || known.userId !== user?.id) throw refused()
  if (user.status === 'unverified')
    return confirmByReset(context, { use, user, password: input.password, from })
  if (user.status !== 'active') throw refused()
  const passwordHash = await context.passwords.hash(input.password, 'known')
  const { language } = input
  const mails = promiseMail(context, { about: 'passwordChanged', to: user.email, language })
  const entry = { ...ownAccountEntry(user, from, { action: 'password.reset' }), mails }
  const used = await accountLife.changeByToken(use, () => ({ change: { passwordHash }, entry }), {
    maker: readMaker(known.data),
  })
  if (!used) throw refused()
  context.outbox.wake()
  return { message: 'success' }
}

/** The link came by mail to who sets the password: nothing that somebody else typed before counts. */
async function confirmByReset(
  context: OperationContext,
  {
    use,
    user,
    password,
    from,
  }: {
    use: { hash: string; purpose: typeof PURPOSE; now: number }
    user: { id: string; email: string }
    password: string
    from: CallOrigin
  },
): Promise<{ message: string }> {
  const name = user.email.slice(0, user.email.indexOf('@'))
  const registration = await describeOwner(context, { name, email: user.email, password }, from)
  await confirmRegistration(context, { use, user, registration, from })
  return { message: 'success' }
}
