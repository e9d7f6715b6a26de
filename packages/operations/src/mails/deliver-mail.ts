import { errorMessage } from '@runnel/contract'
import type { ClaimedMail } from '@runnel/db'
import { type Mail, type MailFault, mailFaultOf, scrubber } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { giveInvitationBack, giveMailBack } from './mail-pauses.ts'
import type { MailSubject } from './mail-texts.ts'
import { mailContext } from './promise-mail.ts'

/** Waits before each further try of a mail that the server refuses for the moment, in milliseconds; the last one repeats. */
export const AGAIN_AFTER_MS = [5_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000]
/** A wait is up to so much longer: those of one outage do not come all at once. */
const SPREAD = 0.2
/** Signs that are kept of what a server of mail says. */
const LONGEST_FAULT = 200

/** What came of a try. `unreachable`: the server of mail took nothing and said nothing of this mail. */
export type Delivery = 'sent' | 'refused' | 'unreachable' | 'ended'

/** How it goes on after a try that failed. */
interface Waits {
  againAfterMs: readonly number[]
  /** Until the next try of a server that is away. */
  restMs: number
}

/**
 * Tries a mail once and stores what came of it. `isMine`: whether the claim on it lasts, by the clocks of this machine.
 * @throws what the database threw: then the mail may be sent once more
 */
export async function deliverMail(
  context: OperationContext,
  claimed: ClaimedMail,
  { waits, isMine, onSent }: { waits: Waits; isMine: () => boolean; onSent: () => void },
): Promise<Delivery> {
  const { mails } = context.db.system
  const mail = openMail(context, claimed)
  if (mail === undefined)
    return giveUp(context, claimed, { fault: 'The key of this installation does not open it.' })
  if (claimed.isOver && claimed.hasLink)
    return giveUp(context, claimed, { fault: 'Its time was over.', mail, isKept: true })
  const error = await trySending(context, { ...mail, id: claimed.id }, isMine)
  if (error === undefined) {
    onSent()
    await mails.sent(claimed)
    return 'sent'
  }
  const fault = mailFaultOf(error)
  const words = tellFault(mail, error)
  if (claimed.isOver || fault?.isTemporary === false) return giveUp(context, claimed, { fault: words, mail })
  const afterMs = afterOf(fault, claimed, waits)
  await mails.again(claimed, { afterMs, fault: words })
  context.log.warn({ words, afterMs }, `A mail (${claimed.about}) could not be sent; it is tried again`)
  return fault?.isAnswered === false ? 'unreachable' : 'refused'
}

/** A server that is away says nothing of this mail: it waits no longer than the others. */
function afterOf(
  fault: MailFault | undefined,
  { attempt }: ClaimedMail,
  { againAfterMs, restMs }: Waits,
): number {
  const waitMs =
    fault?.isAnswered === false ? restMs : (againAfterMs[attempt - 1] ?? againAfterMs.at(-1) ?? restMs)
  return waitMs * (1 + Math.random() * SPREAD)
}

function openMail({ vault, log }: OperationContext, { id, sealed }: ClaimedMail): Mail | undefined {
  try {
    return JSON.parse(vault.open(sealed, mailContext(id))) as Mail
  } catch (error) {
    log.error({ err: error, mail: id }, 'A mail that waits cannot be opened')
    return undefined
  }
}

async function trySending({ mailer }: OperationContext, mail: Mail, isMine: () => boolean): Promise<unknown> {
  try {
    if (mailer === undefined) throw new Error('There is no server of mail.')
    await mailer.send(mail, isMine)
    return undefined
  } catch (error) {
    return error ?? new Error('No reason was given.')
  }
}

/** What the server said, as others may read it: a filter may name the link that it found in the mail. */
function tellFault({ action }: Mail, error: unknown): string {
  const url = action?.url
  const token = url === undefined ? null : new URL(url).searchParams.get('token')
  const hide = scrubber([url, token].filter((each): each is string => Boolean(each)))
  const words = hide(mailFaultOf(error)?.message ?? errorMessage(error))
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
  const signs = Array.from(words)
  return signs.length > LONGEST_FAULT ? `${signs.slice(0, LONGEST_FAULT).join('')}…` : words
}

/** Why a mail is given up; `isKept`: what the server said before says more. */
interface End {
  fault: string
  mail?: Mail
  isKept?: boolean
}

/** Ends a mail; whoever asked for it may ask again at once. */
async function giveUp(
  context: OperationContext,
  claimed: ClaimedMail,
  { fault, mail, isKept = false }: End,
): Promise<Delivery> {
  const { id, about, organizationId } = claimed
  await context.db.system.mails.end(claimed, { fault, isKept })
  context.log.warn({ words: fault, mail: id }, `A mail (${about}) could not be sent and is given up`)
  if (mail === undefined) return 'ended'
  if (about === 'invitation' && organizationId !== null)
    giveInvitationBack(context, { to: mail.to, organizationId })
  else giveMailBack(context, { about: about as MailSubject, to: mail.to })
  return 'ended'
}
