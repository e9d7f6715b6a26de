import { type RefusalReason, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { MailSubject } from './mail-texts.ts'

/** Within this time after a mail no further one of its kind goes to a mailbox, in milliseconds. */
const MAIL_PAUSE_MS = 2 * 60 * 1_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** Invitations of one organisation to one mailbox in that time: the first, and the one that is sent again at once. */
const INVITATIONS_AT_ONCE = 2
/**
 * Invitations that one organisation sends in a day, and those of them that go to one mailbox. One person sends no more in all
 * of theirs together: where strangers make organisations, each would be new room for mails to everybody.
 */
const INVITATIONS_A_DAY = 500
const INVITATIONS_TO_ONE_A_DAY = 5
/**
 * And of all organisations together to one mailbox: further ones of those that wrote there today, and first ones, for which
 * there is room when others have used up the rest.
 */
const FURTHER_OF_ALL_A_DAY = 20
const FIRST_OF_ALL_A_DAY = 100
/** Mails about a new address that one account has sent to one mailbox in a day, and all accounts together. */
const CHANGES_OF_ONE_A_DAY = 5
const CHANGES_OF_ALL_A_DAY = 100

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

/** So many of something in a window. */
interface Bound {
  key: string
  windowMs: number
  most: number
  reason: RefusalReason
}

type Counting = Pick<OperationContext, 'mailCounts' | 'mailer' | 'now'>

/** Counts one of each; none where one of them is exceeded. @throws RunnelError `rate_limited` */
function countEach({ mailCounts, now }: Counting, bounds: readonly Bound[]): void {
  for (const [index, { key, windowMs, most, reason }] of bounds.entries()) {
    const { count, until } = mailCounts.add(key, windowMs)
    if (count <= most) continue
    for (const counted of bounds.slice(0, index + 1)) mailCounts.remove(counted.key)
    throw exceeded(reason, until - now())
  }
}

/** A mail that is counted: what about, to whom, and by which account, where one asked for it that need not be the mailbox's. */
interface CountedMail {
  about: MailSubject
  to: string
  by?: string | undefined
}

/** Who is signed in waits for their own mails: nobody learns from it, or is held up by it, that others wrote there. */
function boundsOf(kind: string, { to, by }: CountedMail): readonly Bound[] {
  if (by === undefined)
    return [{ key: keyOf(kind, to), windowMs: MAIL_PAUSE_MS, most: 1, reason: 'mailed_just_now' }]
  const daily = { windowMs: DAY_MS, reason: 'mailed_too_often' } as const
  return [
    { key: keyOf(kind, to, by), windowMs: MAIL_PAUSE_MS, most: 1, reason: 'mailed_just_now' },
    { key: keyOf(`${kind} of one`, to, by), most: CHANGES_OF_ONE_A_DAY, ...daily },
    { key: keyOf(`${kind} of all`, to), most: CHANGES_OF_ALL_A_DAY, ...daily },
  ]
}

/**
 * Counts a mail before it is written; without mail nothing.
 * @throws RunnelError `rate_limited` when one of its kind went to the mailbox just now, of this account where one asks
 */
function takeMail(context: Counting, mail: CountedMail): void {
  const kind = KINDS[mail.about]
  if (kind !== undefined && context.mailer !== undefined) countEach(context, boundsOf(kind, mail))
}

/** Whether a mail may be written now: as `takeMail` for where nobody is told. */
export function mayMail(context: Counting, mail: { about: MailSubject; to: string }): boolean {
  try {
    takeMail(context, mail)
    return true
  } catch {
    return false
  }
}

/**
 * Counts a mail and does what promises it; where that fails, no mail was promised and none is counted: who asks again gets
 * one. @throws RunnelError `rate_limited`, or what the work throws
 */
export async function withMail<T>(context: Counting, mail: CountedMail, work: () => Promise<T>): Promise<T> {
  takeMail(context, mail)
  return work().catch((error: unknown) => {
    giveMailBack(context, mail)
    throw error
  })
}

/** Whether a mail that was promised then is too new for another one. A clock that was set back keeps nobody waiting. */
export const wasMailedJustNow = (at: number, { now }: Pick<OperationContext, 'now'>): boolean =>
  Math.abs(now() - at) < MAIL_PAUSE_MS

/** Takes back a mail that did not go out. */
export function giveMailBack({ mailCounts }: Pick<OperationContext, 'mailCounts'>, mail: CountedMail): void {
  const kind = KINDS[mail.about]
  if (kind !== undefined) for (const { key } of boundsOf(kind, mail)) mailCounts.remove(key)
}

/** Whom an organisation invites. */
interface SentInvitation {
  to: string
  organizationId: string
}

/** And who of it asked for that. */
interface AskedInvitation extends SentInvitation {
  by: string
}

/** What an invitation counts of its own organisation: neither holds up those of others, nor learns of them. */
const ownCounts = ({ to, organizationId }: SentInvitation) =>
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
  ] as const satisfies readonly Bound[]

/** What it counts of who asked, in whichever of their organisations. */
const personCounts = ({ to, by }: AskedInvitation) =>
  [
    {
      key: keyOf('invitations to by', to, by),
      windowMs: DAY_MS,
      most: INVITATIONS_TO_ONE_A_DAY,
      reason: 'invited_too_often_by_you',
    },
    {
      key: keyOf('invitations by', by),
      windowMs: DAY_MS,
      most: INVITATIONS_A_DAY,
      reason: 'invitations_exceeded_by_you',
    },
  ] as const satisfies readonly Bound[]

/**
 * Counts an invitation before its link is made, and does what makes it. `work` is told whether a mail goes out: none without
 * mail, and none to a mailbox that had too many of all organisations today.
 * @throws RunnelError `rate_limited` when the organisation sent one just now, or it or the person too many of them, or what the work throws
 */
export async function withInvitationMail<T>(
  context: OperationContext,
  asked: AskedInvitation,
  work: (isMailed: boolean) => Promise<T>,
): Promise<T> {
  if (context.mailer === undefined) return work(false)
  countEach(context, [...ownCounts(asked), ...personCounts(asked)])
  const isMailed = mayGetInvitation(context, asked)
  try {
    return await work(isMailed)
  } catch (error) {
    giveInvitationBack(context, asked)
    for (const { key } of personCounts(asked)) context.mailCounts.remove(key)
    throw error
  }
}

const heardFrom = ({ to, organizationId }: SentInvitation) => keyOf('invited by', to, organizationId)

/**
 * Whether a mailbox gets one more invitation today, of all organisations together. The first of an organisation does not wait
 * for how often others wrote there.
 */
function mayGetInvitation({ mailCounts }: OperationContext, asked: SentInvitation): boolean {
  const isFirst = mailCounts.add(heardFrom(asked), DAY_MS).count === 1
  const [kind, most] = isFirst
    ? ['first invitations', FIRST_OF_ALL_A_DAY]
    : ['further invitations', FURTHER_OF_ALL_A_DAY]
  return mailCounts.add(keyOf(kind, asked.to), DAY_MS).count <= most
}

/** Takes an invitation back whose mail did not go out; of who asked it stays counted, as mails to nobody cost as much. */
export function giveInvitationBack({ mailCounts }: OperationContext, asked: SentInvitation): void {
  for (const { key } of ownCounts(asked)) mailCounts.remove(key)
  mailCounts.remove(heardFrom(asked))
}
