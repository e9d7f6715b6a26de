import { type CallOrigin, isRunnelError, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { giveMailBack, takeMail } from './mail-pauses.ts'
import type { MailLanguage, MailSubject } from './mail-texts.ts'
import { sendPatiently } from './send-patiently.ts'
import { writeMail } from './write-mail.ts'

/** Who calls without a session: from where, and in which language a mail answers. */
export interface Visitor {
  from: CallOrigin
  language: MailLanguage
}

/** A mail of ours: what about, to whom, and what stands in it. */
interface OwnMail {
  about: MailSubject
  to: string
  language: MailLanguage
  values?: Readonly<Record<string, string>>
  url?: string | undefined
  /** The account that asked for it, where it is counted by that. */
  by?: string
  /** Counted already, before its link was made: one that goes out no more would end the one that did. */
  isTaken?: true
  /** Nobody waits for it: it is tried again where that may help. */
  isUnawaited?: true
}

/** The address of a page with what a link carries. It is made of the settings alone, never of what a call says. */
export function linkTo(
  { settings }: Pick<OperationContext, 'settings'>,
  page: string,
  query: Readonly<Record<string, string>>,
): string {
  return `${settings.appUrl}${page}?${new URLSearchParams(query)}`
}

/**
 * Sends a mail and waits until the server took it.
 * @throws RunnelError `upstream_error`; `invalid_input` without mail; `rate_limited` when one of its kind went there just now
 */
export async function sendMail(context: OperationContext, mail: OwnMail): Promise<void> {
  const { mailer } = context
  if (mailer === undefined) throw noMail()
  if (mail.isTaken !== true) takeMail(context, mail)
  const send = () => mailer.send(writeMail(mail.about, mail.to, mail))
  try {
    await (mail.isUnawaited === true ? sendPatiently(context, mail, send) : send())
  } catch (error) {
    giveMailBack(context, mail)
    throw error
  }
}

/** Tells somebody what happened to their account, where there is mail; nobody waits for it, and it hinders nothing. */
export function tellByMail(context: OperationContext, mail: OwnMail): void {
  if (context.mailer !== undefined)
    inBackground(context, `A mail (${mail.about}) could not be sent`, () =>
      sendMail(context, { ...mail, isUnawaited: true }),
    )
}

/** Does work whose time and outcome a caller must not see; an orderly end waits for it. */
export function inBackground(
  { log, background }: Pick<OperationContext, 'log' | 'background'>,
  failure: string,
  work: () => Promise<unknown>,
): void {
  background.run(async () => {
    try {
      await work()
    } catch (error) {
      // That a mailbox gets no second mail is no fault.
      if (!isRunnelError(error) || error.code !== 'rate_limited') log.warn({ err: error }, failure)
    }
  })
}

/** Says that there is no mail, to everybody alike. */
export function assertMail({ mailer }: Pick<OperationContext, 'mailer'>): void {
  if (mailer === undefined) throw noMail()
}

function noMail(): RunnelError {
  return refusalOf('invalid_input', tellWhy('no_mail'))
}
