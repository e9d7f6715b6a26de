import { type CallOrigin, isRunnelError, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { type PromisedMail, promiseMail } from '../mails/promise-mail.ts'

/** Who calls without a session: from where, and in which language a mail answers. */
export interface Visitor {
  from: CallOrigin
  language: MailLanguage
}

/** The address of a page with what a link carries. It is made of the settings alone, never of what a call says. */
export function linkTo(
  { settings }: Pick<OperationContext, 'settings'>,
  page: string,
  query: Readonly<Record<string, string>>,
): string {
  return `${settings.appUrl}${page}?${new URLSearchParams(query)}`
}

/** Keeps a mail that tells of no act with a transaction of its own, and sends it. */
export async function sendMail(context: OperationContext, mail: PromisedMail): Promise<void> {
  await context.db.system.mails.keep(promiseMail(context, mail))
  context.outbox.wake()
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
