import { type RefusalReason, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { MailSubject } from './mail-texts.ts'

/** Within this time after a mail no further one of its kind goes to a mailbox, in milliseconds. */
export const MAIL_PAUSE_MS = 2 * 60 * 1_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** Invitations of one organisation to one mailbox in that time: the first, and the one that is sent again at once. */
const INVITATIONS_AT_ONCE = 2
/** Invitations that one organisation sends in a day, and those of them that go to one mailbox. */
const INVITATIONS_A_DAY = 500
const INVITATIONS_TO_ONE_A_DAY = 5
/** And of all organisations together to one mailbox. */
const INVITATIONS_OF_ALL_A_DAY = 20

/**
 * Mails that somebody else than the owner of a mailbox may have sent there, each with its kind. All others tell of an act that
 * was proven, and none of them is left out: a thief must not hide one behind another.
 */
const KINDS: Partial<Record<MailSubject, string>> = {
  added: 'added',
  reset: 'reset',
  verification: 'verification',
  hasAccount: 'has-account',
  emailChange: 'email-change',
  // In place of the other: who asks learns from neither which of them went out.
  addressTaken: 'email-change',
}

/** A mailbox as it is counted: other processes are told no address. */
const keyOf = (kind: string, to: string, ...parts: string[]) =>
  JSON.stringify([kind, hashToken(to.trim().toLowerCase()), ...parts])

function exceeded(reason: RefusalReason, waitMs: number): RunnelError {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)))
  return refusalOf('rate_limited', tellWhy(reason, { seconds }))
}

/**
 * Counts a mail before it is written, whoever asked for it; without mail nothing.
 * @throws RunnelError `rate_limited` when one of its kind went to the mailbox just now
 */
export function takeMail(
  { mailCounts, mailer, now }: Pick<OperationContext, 'mailCounts' | 'mailer' | 'now'>,
  { about, to }: { about: MailSubject; to: string },
): void {
  const kind = KINDS[about]
  if (kind === undefined || mailer === undefined) return
  const { count, until } = mailCounts.add(keyOf(kind, to), MAIL_PAUSE_MS)
  if (count > 1) throw exceeded('mailed_just_now', until - now())
}

/** Whether a mail may be written now: as `takeMail` for where nobody is told. */
export function mayMail(
  context: Pick<OperationContext, 'mailCounts' | 'mailer' | 'now'>,
  mail: { about: MailSubject; to: string },
): boolean {
  try {
    takeMail(context, mail)
    return true
  } catch {
    return false
  }
}

/** Takes back a mail that did not go out. */
export function giveMailBack(
  { mailCounts }: Pick<OperationContext, 'mailCounts'>,
  { about, to }: { about: MailSubject; to: string },
): void {
  const kind = KINDS[about]
  if (kind !== undefined) mailCounts.remove(keyOf(kind, to))
}

/** Who invites whom. */
interface AskedInvitation {
  to: string
  organizationId: string
}

/** What an invitation counts of its own organisation: neither holds up those of others, nor learns of them. */
const ownCounts = ({ to, organizationId }: AskedInvitation) =>
  [
    {
      key: keyOf('invitation', to, organizationId),
      windowMs: MAIL_PAUSE_MS,
      most: INVITATIONS_AT_ONCE,
      reason: 'mailed_just_now',
    },
    {
      key: keyOf('invitations to', to, organizationId),
      windowMs: DAY_MS,
      most: INVITATIONS_TO_ONE_A_DAY,
      reason: 'invited_too_often',
    },
    {
      key: keyOf('invitations of', organizationId),
      windowMs: DAY_MS,
      most: INVITATIONS_A_DAY,
      reason: 'invitations_exceeded',
    },
  ] as const

/**
 * Counts an invitation by mail before its link is made, and does what makes it.
 * @throws RunnelError `rate_limited` when the organisation sent one just now or too many of them, or what the work throws
 */
export async function withInvitationMail<T>(
  context: OperationContext,
  asked: AskedInvitation,
  work: () => Promise<T>,
): Promise<T> {
  const { mailCounts, mailer, now } = context
  if (mailer === undefined) return work()
  const counted: string[] = []
  try {
    for (const { key, windowMs, most, reason } of ownCounts(asked)) {
      const { count, until } = mailCounts.add(key, windowMs)
      counted.push(key)
      if (count > most) throw exceeded(reason, until - now())
    }
    return await work()
  } catch (error) {
    for (const key of counted) mailCounts.remove(key)
    throw error
  }
}

/** Whether a mailbox gets one more invitation today, of all organisations together. */
export function mayGetInvitation({ mailCounts }: OperationContext, to: string): boolean {
  return mailCounts.add(keyOf('invitations', to), DAY_MS).count <= INVITATIONS_OF_ALL_A_DAY
}

/** Takes an invitation back whose mail did not go out. */
export function giveInvitationBack({ mailCounts }: OperationContext, asked: AskedInvitation): void {
  for (const { key } of ownCounts(asked)) mailCounts.remove(key)
}
