import { type CallOrigin, isJsonObject, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import { auditEntry, ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from './mail-texts.ts'
import type { UserPrincipal } from './own-account.ts'
import { type OwnerProof, proveOwner } from './second-factor.ts'
import { linkTo, sendMail, tellByMail, type Visitor } from './send-mail.ts'

/** How long the link works, in milliseconds. */
const LINK_MS = 60 * 60 * 1_000
const PURPOSE = 'email-change'

/**
 * Changes the own address of e-mail. With mail it waits for the link in the old mailbox, without it happens at once;
 * either way its owner is proved and all other browsers are signed out when it happens.
 * @throws RunnelError `invalid_input` for a wrong password or code, `upstream_error` when the link could not be mailed
 */
export async function changeEmail(
  context: OperationContext,
  principal: UserPrincipal,
  input: { email: string; proof: OwnerProof; language: MailLanguage },
): Promise<{ emailChangePending: boolean; pendingEmail?: string }> {
  const { user } = await proveOwner(context, principal, input.proof)
  const email = input.email.trim().toLowerCase()
  if (email === user.email) return { emailChangePending: false }
  const { accountLife } = context.db.system
  const subject = { kind: 'user', id: user.id, name: user.email }
  const [before, after] = [{ email: user.email }, { email }]
  if (context.mailer === undefined) {
    const entry = auditEntry(principal, { action: 'email.changed', subject, before, after })
    await accountLife.change(user.id, { email }, { entry, except: principal.signInId }).catch(tellTaken)
    return { emailChangePending: false }
  }
  const token = createToken()
  const expiresAt = context.now() + LINK_MS
  await accountLife.keepLink(
    { hash: hashToken(token), purpose: PURPOSE, userId: user.id, expiresAt, data: { email } },
    auditEntry(principal, { action: 'email-change.requested', subject, before, after }),
  )
  const url = linkTo(context, '/confirm-email-change', { token })
  const { language } = input
  await sendMail(context, { about: 'emailChange', to: user.email, language, values: { email }, url })
  return { emailChangePending: true, pendingEmail: email }
}

/** Another account has the address. Who asks holds the own account, and can only learn of addresses one by one. */
function tellTaken(error: unknown): never {
  if (!(error instanceof RunnelError) || error.code !== 'conflict') throw error
  throw new RunnelError('invalid_input', 'This address cannot be used.', {
    issues: [{ path: 'email', ...tellWhy('address_unusable') }],
    cause: error,
  })
}

/** Confirms a new address by the link from the old mailbox; both mailboxes are told. @throws RunnelError `invalid_input` */
export async function confirmEmailChange(
  context: OperationContext,
  token: string,
  { from, language }: Visitor,
): Promise<{ message: string }> {
  const { accounts, tokens } = context.db.system
  const use = { hash: hashToken(token), purpose: PURPOSE, now: context.now() } as const
  const known = await tokens.find(use)
  const user = known && (await accounts.findUser(known.userId))
  const email = isJsonObject(known?.data) ? known.data.email : undefined
  if (user?.status !== 'active' || typeof email !== 'string') throw refused()
  await applyChange(context, { use, user, email, from })
  for (const to of [user.email, email])
    tellByMail(context, { about: 'emailChanged', to, language, values: { email } })
  return { message: 'success' }
}

async function applyChange(
  context: OperationContext,
  change: {
    use: { hash: string; purpose: typeof PURPOSE; now: number }
    user: { id: string; email: string }
    email: string
    from: CallOrigin
  },
): Promise<void> {
  const { use, user, email, from } = change
  const entry = ownAccountEntry(user, from, {
    action: 'email.changed',
    before: { email: user.email },
    after: { email },
  })
  const changed = await context.db.system.accountLife
    .changeByToken(use, () => ({ change: { email }, entry }))
    .catch(tellTaken)
  if (!changed) throw refused()
}

function refused(): RunnelError {
  return refusalOf('invalid_input', tellWhy('link_ended'))
}
