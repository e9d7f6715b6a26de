import {
  type CallOrigin,
  isJsonObject,
  type JsonObject,
  type RunnelError,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { wasMailedJustNow, withMail } from '../mails/mail-pauses.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { confirmRegistration, type Registration } from './confirm-registration.ts'
import { mailResetLink } from './mail-reset-link.ts'
import { assertMail, inBackground, linkTo, type Visitor } from './send-mail.ts'

/** How long the link of a verification works, in milliseconds. */
const LINK_MS = 24 * 60 * 60 * 1_000
const PURPOSE = 'email-verification'

function refused(): RunnelError {
  return refusalOf('invalid_input', tellWhy('link_ended'))
}

/**
 * Confirms an address by the link of a registration and its password: who reads the mailbox is who registered. Then the
 * account is there, with an organisation of its own, and may sign in by that password; other registrations of the address
 * are gone.
 * @throws RunnelError `invalid_input`
 */
export async function verifyAccount(
  context: OperationContext,
  { token, password }: { token: string; password: string },
  from: CallOrigin,
): Promise<{ message: string }> {
  const { accounts, tokens } = context.db.system
  const use = { hash: hashToken(token), purpose: PURPOSE, now: context.now() } as const
  const known = await tokens.find(use)
  const user = known && (await accounts.findUser(known.userId))
  if (user?.status !== 'unverified' || !isJsonObject(known?.data)) throw refused()
  const registration = readRegistration(known.data)
  if (!(await context.passwords.verify(password, registration.user.passwordHash, 'known')))
    throw refusalOf('invalid_input', tellWhy('registration_password_wrong'), { path: 'user.password' })
  await confirmRegistration(context, { use, user, registration, from })
  return { message: 'success' }
}

/** What `mailVerification` kept. */
const readRegistration = (data: JsonObject) => data as unknown as Registration

/**
 * Mails the newest registration of an address a new link; where none waits any more, a link for a new password, which
 * confirms the address as well. The answer tells nothing, as that of `forgotPassword`.
 */
export function resendVerification(
  context: OperationContext,
  email: string,
  visitor: Visitor,
): { message: string } {
  assertMail(context)
  inBackground(context, 'The link of a verification could not be mailed', async () => {
    const user = await context.db.system.accounts.findUserByEmail(email.trim().toLowerCase())
    if (user?.status !== 'unverified') return
    const newest = await context.db.system.registrations.newest(user.id, context.now())
    if (!isJsonObject(newest?.data)) return mailResetLink(context, user.email, visitor)
    if (!wasMailedJustNow(newest.createdAt, context))
      await mailVerification(context, readRegistration(newest.data), visitor)
  })
  return { message: 'success' }
}

/** Keeps a registration and mails its link, by which and by its password somebody confirms that an address is theirs. */
export async function mailVerification(
  context: OperationContext,
  registration: Registration,
  { language }: Visitor,
): Promise<void> {
  const { id, email, name } = registration.user
  const mail = { about: 'verification', to: email } as const
  const token = createToken()
  const expiresAt = context.now() + LINK_MS
  const link = { hash: hashToken(token), expiresAt, data: registration }
  const url = linkTo(context, '/verify', { token })
  const words = { language, values: { name }, url, link: { purpose: PURPOSE, lastsMs: LINK_MS } } as const
  await withMail(context, mail, () =>
    context.db.system.registrations.keep({ id, email }, link, (userId) =>
      promiseMail(context, { ...mail, ...words, userId }),
    ),
  )
  context.outbox.wake()
}
