import { type CallOrigin, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { type MailLanguage, type MailSubject, writeMail } from './mail-texts.ts'

/** Within this time after a mail no further one of its kind goes to a mailbox, in milliseconds. */
export const MAIL_PAUSE_MS = 2 * 60 * 1_000

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
}

/** The address of a page with what a link carries. It is made of the settings alone, never of what a call says. */
export function linkTo(
  { settings }: Pick<OperationContext, 'settings'>,
  page: string,
  query: Readonly<Record<string, string>>,
): string {
  return `${settings.appUrl}${page}?${new URLSearchParams(query)}`
}

/** Sends a mail and waits until the server took it. @throws RunnelError `upstream_error`; `unavailable` without mail */
export async function sendMail({ mailer }: OperationContext, mail: OwnMail): Promise<void> {
  if (mailer === undefined) throw noMail()
  await mailer.send(writeMail(mail.about, mail.to, mail))
}

/** Tells somebody what happened to their account, where there is mail; nobody waits for it, and it hinders nothing. */
export function tellByMail(context: OperationContext, mail: OwnMail): void {
  if (context.mailer !== undefined)
    inBackground(context, `A mail (${mail.about}) could not be sent`, () => sendMail(context, mail))
}

/** Does work whose time and outcome a caller must not see. */
export function inBackground(
  { log }: Pick<OperationContext, 'log'>,
  failure: string,
  work: () => Promise<unknown>,
): void {
  void work().catch((error: unknown) => log.warn({ err: error }, failure))
}

/** Says that there is no mail, to everybody alike. */
export function assertMail({ mailer }: Pick<OperationContext, 'mailer'>): void {
  if (mailer === undefined) throw noMail()
}

function noMail(): RunnelError {
  return refusalOf('invalid_input', tellWhy('no_mail'))
}
