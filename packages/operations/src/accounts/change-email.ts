import type { Principal } from '@runnel/access'
import {
  type AwaitedEmail,
  type CallOrigin,
  emailSchema,
  isJsonObject,
  isoTime,
  type RefusalReason,
  RunnelError,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import type { NewMail, UserRow } from '@runnel/db'
import { createToken, hashToken } from '@runnel/drivers'
import { operatorEntry, ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { withMail } from '../mails/mail-pauses.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import type { Person } from '../people-rights.ts'
import { changeAccount } from './change-account.ts'
import type { OwnAccount } from './own-account.ts'
import type { ProvedOwner } from './prove-owner.ts'
import { linkTo, type Visitor } from './send-mail.ts'

/** How long the link works, in milliseconds. */
const EMAIL_LINK_MS = 60 * 60 * 1_000
const PURPOSE = 'email-change'

/** What the link carries: the mailbox that it went to, whose address the account gets. */
interface ProvedMailbox {
  sentTo: string
}

const plain = (email: string) => email.trim().toLowerCase()

/**
 * Asks for another own address of e-mail. It waits for the link in the mailbox of that address; the old mailbox is told. An
 * address that has an account is answered and kept like any other, and its owner is told in place of the link.
 * Where no mail is sent, the operator makes the link, and an administrator changes the own address at once.
 * @throws RunnelError `invalid_input` without mail, `rate_limited` when one went to the address just now
 */
export async function changeEmail(
  context: OperationContext,
  owner: ProvedOwner,
  input: { email: string; language: MailLanguage },
): Promise<{ emailChangePending: boolean; pendingEmail?: string }> {
  const { user } = owner
  const email = plain(input.email)
  if (email === user.email) return { emailChangePending: false }
  if (context.mailer === undefined) await changeAtOnce(context, owner, email)
  else
    await withMail(context, { about: 'emailChange', to: email, by: user.id }, () =>
      askByLink(context, owner, { email, language: input.language }),
    )
  return context.mailer === undefined
    ? { emailChangePending: false }
    : { emailChangePending: true, pendingEmail: email }
}

async function changeAtOnce(context: OperationContext, owner: ProvedOwner, email: string): Promise<void> {
  const { user } = owner
  assertMayVouch(context, owner.principal)
  await changeAccount(context, { by: owner, action: 'email.changed' }, ({ entry, except }) => {
    const told = entry({ before: { email: user.email }, after: { email } })
    return context.db.system.accountLife.change(user.id, { email }, { entry: told, except }).catch(tellTaken)
  })
}

async function askByLink(
  context: OperationContext,
  owner: ProvedOwner,
  { email, language }: { email: string; language: MailLanguage },
): Promise<void> {
  const { accounts, accountLife } = context.db.system
  const { id: by, email: before } = owner.user
  const holder = await accounts.findUserByEmail(email)
  const { token, kept } = makeLink(context, by, email)
  const mail = { language, values: { email } }
  const change = { action: 'email-change.requested', mail } as const
  await changeAccount(context, { by: owner, ...change }, async ({ entry, signInId }) => {
    const told = entry({ before: { email: before }, after: { email } })
    const link = { purpose: PURPOSE, lastsMs: EMAIL_LINK_MS } as const
    const toNew = { ...mail, to: email, userId: by, link }
    const asked = promiseMail(
      context,
      holder
        ? { ...toNew, about: 'addressTaken' }
        : { ...toNew, about: 'emailChange', url: urlOf(context, token) },
    )
    await accountLife.keepLink(kept, { ...told, mails: [...(told.mails ?? []), ...asked] }, { signInId })
  })
}

/**
 * Without mail nothing shows whose an address is. An administrator could make an account of any by an invitation, whose link
 * they are shown then: they gain nothing by their own. Where strangers make organisations nobody is shown one.
 */
function assertMayVouch(context: OperationContext, { isOrganizationAdmin }: Person): void {
  if (featuresOf(context).isOpenToStrangers || !isOrganizationAdmin)
    throw refusalOf('invalid_input', tellWhy('email_change_needs_operator'))
}

function makeLink(context: OperationContext, userId: string, sentTo: string) {
  const token = createToken()
  const data: ProvedMailbox = { sentTo }
  const expiresAt = context.now() + EMAIL_LINK_MS
  return { token, kept: { hash: hashToken(token), purpose: PURPOSE, userId, expiresAt, data } as const }
}

const urlOf = (context: OperationContext, token: string) =>
  linkTo(context, '/confirm-email-change', { token })

/**
 * Makes the link of a new address, for the operator's command line: who hands it out says that the address is the person's.
 * @throws RunnelError `not_found` for an unknown account, `conflict` for an address that has one, `invalid_input`
 */
export async function createEmailChange(
  context: OperationContext,
  given: { from: string; to: string },
): Promise<{ token: string; url: string }> {
  const { accounts, accountLife } = context.db.system
  const user = await accounts.findUserByEmail(plain(given.from))
  if (!user) throw new RunnelError('not_found', `No user has the e-mail address ${given.from}`)
  const email = plain(given.to)
  if (!emailSchema.safeParse(email).success)
    throw refusalOf('invalid_input', tellWhy('address_unusable'), { path: given.to })
  if (await accounts.findUserByEmail(email)) throw refusalOf('conflict', tellWhy('address_has_account'))
  const { token, kept } = makeLink(context, user.id, email)
  await accountLife.keepLink(
    kept,
    operatorEntry({
      action: 'email-change.requested',
      subject: { kind: 'user', id: user.id, name: user.email },
      before: { email: user.email },
      after: { email },
    }),
  )
  return { token, url: urlOf(context, token) }
}

const mailboxOf = (data: unknown): string | undefined =>
  isJsonObject(data) && typeof data.sentTo === 'string' ? data.sentTo : undefined

/** The new own address that waits for its link, and when that ends. */
export async function getEmailChange(
  { db, now }: OperationContext,
  { userId }: OwnAccount,
): Promise<AwaitedEmail> {
  const found = await db.system.tokens.findOfUser({ userId, purpose: PURPOSE, now: now() })
  const pendingEmail = mailboxOf(found?.data)
  return found === undefined || pendingEmail === undefined
    ? { pendingEmail: null, expiresDate: null }
    : { pendingEmail, expiresDate: isoTime(found.expiresAt) }
}

/** Gives up the new own address that waits for its link, which ends. Where none waits nothing is done. */
export async function withdrawEmailChange(
  context: OperationContext,
  owner: OwnAccount,
): Promise<{ message: string }> {
  await changeAccount(context, { by: owner, action: 'email-change.withdrawn' }, ({ entry }) =>
    context.db.system.accountLife.withdrawLink(
      { userId: owner.userId, purpose: PURPOSE, now: context.now() },
      (data) => entry({ before: { email: mailboxOf(data) ?? null } }),
    ),
  )
  return { message: 'success' }
}

/** Another account has the address: who holds the link owns its mailbox, and may know. */
function tellTaken(error: unknown): never {
  if (!(error instanceof RunnelError) || error.code !== 'conflict') throw error
  throw new RunnelError('invalid_input', 'This address cannot be used.', {
    issues: [{ path: 'email', ...tellWhy('address_unusable') }],
    cause: error,
  })
}

/**
 * Confirms a new address by the link from its mailbox; both mailboxes are told, and all sessions end. The link proves the
 * mailbox, and the session of who opens it the account: neither is enough, as an address may be mistyped, or a stranger's.
 * @throws RunnelError `invalid_input`
 */
export async function confirmEmailChange(
  context: OperationContext,
  principal: Principal,
  { token, from, language }: Visitor & { token: string },
): Promise<{ message: string }> {
  const { accounts, tokens } = context.db.system
  const use = { hash: hashToken(token), purpose: PURPOSE, now: context.now() } as const
  const known = await tokens.find(use)
  const user = known && (await accounts.findUser(known.userId))
  const email = mailboxOf(known?.data)
  if (user?.status !== 'active' || email === undefined) throw refused('link_ended')
  if (!isOwner(principal, user)) throw refused('email_change_sign_in')
  const tell = (to: string) =>
    promiseMail(context, { about: 'emailChanged', to, language, values: { email } })
  await applyChange(context, { use, user, email, from, mails: [user.email, email].flatMap(tell) })
  context.outbox.wake()
  return { message: 'success' }
}

/** What a provider says of somebody changes nothing of their account. */
const isOwner = (principal: Principal, user: UserRow) =>
  principal.kind === 'user' && principal.userId === user.id && principal.signOnOrganizationId === undefined

async function applyChange(
  context: OperationContext,
  change: {
    use: { hash: string; purpose: typeof PURPOSE; now: number }
    user: { id: string; email: string }
    email: string
    from: CallOrigin
    mails: NewMail[]
  },
): Promise<void> {
  const { use, user, email, from, mails } = change
  const told = { action: 'email.changed', before: { email: user.email }, after: { email } } as const
  const entry = { ...ownAccountEntry(user, from, told), mails }
  const changed = await context.db.system.accountLife
    .changeByToken(use, () => ({ change: { email }, entry }))
    .catch(tellTaken)
  if (!changed) throw refused('link_ended')
}

const refused = (reason: RefusalReason): RunnelError => refusalOf('invalid_input', tellWhy(reason))
