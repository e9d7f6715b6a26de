import { mailResetLink } from '../accounts/mail-reset-link.ts'
import { assertMail, inBackground, type Visitor } from '../accounts/send-mail.ts'
import type { OperationContext } from '../context.ts'

/**
 * Mails a link for a new password to whoever has an account of that address, or registered one that nobody confirmed.
 * Nothing is waited for, so that neither the answer nor its time tells whether there is one.
 * @throws RunnelError `invalid_input` where there is no mail, for every address
 */
export function forgotPassword(
  context: OperationContext,
  email: string,
  visitor: Visitor,
): { message: string } {
  assertMail(context)
  inBackground(context, 'A link for a new password could not be mailed', () =>
    mailResetLink(context, email.trim().toLowerCase(), visitor),
  )
  return { message: 'success' }
}
