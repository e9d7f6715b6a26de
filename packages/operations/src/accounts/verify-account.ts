import { type CallOrigin, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { MAIL_PAUSE_MS, mayMail } from './mail-pauses.ts'
import { assertMail, inBackground, linkTo, sendMail, type Visitor } from './send-mail.ts'

/** How long the link of a verification works, in milliseconds. */
const LINK_MS = 24 * 60 * 60 * 1_000
const PURPOSE = 'email-verification'

function refused(): RunnelError {
  return refusalOf('invalid_input', tellWhy('link_ended'))
}

/** Confirms an address by its link: its account may sign in. @throws RunnelError `invalid_input` */
export async function verifyAccount(
  context: OperationContext,
  token: string,
  from: CallOrigin,
): Promise<{ message: string }> {
  const { accounts, accountLife, tokens } = context.db.system
  const use = { hash: hashToken(token), purpose: PURPOSE, now: context.now() } as const
  const known = await tokens.find(use)
  const user = known && (await accounts.findUser(known.userId))
  if (user?.status !== 'unverified') throw refused()
  const verified = await accountLife.changeByToken(use, () => ({
    change: { status: 'active' },
    entry: ownAccountEntry(user, from, {
      action: 'email.verified',
      before: { status: user.status },
      after: { status: 'active' },
    }),
  }))
  if (!verified) throw refused()
  return { message: 'success' }
}

/** Mails the link of a verification again; the answer tells nothing, as that of `forgotPassword`. */
export function resendVerification(
  context: OperationContext,
  email: string,
  visitor: Visitor,
): { message: string } {
  assertMail(context)
  inBackground(context, 'The link of a verification could not be mailed', async () => {
    const user = await context.db.system.accounts.findUserByEmail(email.trim().toLowerCase())
    if (user?.status !== 'unverified') return
    const newestAt = await context.db.system.tokens.newestAt(user.id, PURPOSE)
    if (newestAt === undefined || newestAt + MAIL_PAUSE_MS <= context.now())
      await mailVerification(context, user, visitor)
  })
  return { message: 'success' }
}

/** Mails the link by which somebody confirms that an address is theirs. */
export async function mailVerification(
  context: OperationContext,
  user: { id: string; email: string },
  { language }: Visitor,
): Promise<void> {
  const mail = { about: 'verification', to: user.email } as const
  if (!mayMail(context, mail)) return
  const token = createToken()
  const expiresAt = context.now() + LINK_MS
  await context.db.system.tokens.insert({
    hash: hashToken(token),
    purpose: PURPOSE,
    userId: user.id,
    expiresAt,
  })
  const url = linkTo(context, '/verify', { token })
  await sendMail(context, { ...mail, language, url, isTaken: true })
}
