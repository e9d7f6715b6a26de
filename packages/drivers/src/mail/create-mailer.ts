import { errorMessage, refusalOf, tellWhy } from '@runnel/contract'
import type { SMTPTransportOptions } from 'nodemailer'
import type { Egress } from '../egress/create-egress.ts'
import { scrubber } from '../vault/scrubber.ts'
import type { Mailer } from './mailer.ts'
import { renderMail } from './render-mail.ts'

/** Longest time of one mail, in milliseconds. */
const PATIENCE_MS = 30_000

/** A server of mail. */
export interface MailServer {
  host: string
  port: number
  /** Encrypted from the first byte; otherwise by STARTTLS. */
  tls: boolean
  /** Whether mails may go there without encryption: only to this very machine. */
  mayBePlain: boolean
  account?: { user: string; password: string } | undefined
}

/**
 * Makes what sends mails by SMTP, over a connection to an address that the guard has checked. The library is loaded
 * with the first mail.
 */
export function createMailer(
  server: MailServer,
  { egress, from }: { egress: Pick<Egress, 'connect'>; from: string },
): Mailer {
  const { host, port, account } = server
  const hide = scrubber(account ? [account.password] : [])
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(optionsOf(server, egress))
      try {
        const { to, subject } = mail
        await transport.sendMail({ from, to: { name: '', address: to }, subject, ...renderMail(mail) })
      } catch (error) {
        const reason = hide(errorMessage(error))
        // The error itself may name the account.
        const cause = new Error(reason)
        throw refusalOf(
          'upstream_error',
          tellWhy('mail_refused', { server: `${host}:${port}`, words: reason }),
          { cause },
        )
      } finally {
        transport.close()
      }
    },
  }
}

function optionsOf(
  { host, port, tls, mayBePlain, account }: MailServer,
  egress: Pick<Egress, 'connect'>,
): SMTPTransportOptions {
  return {
    host,
    port,
    secure: tls,
    requireTLS: !tls && !mayBePlain,
    ...(account ? { auth: { user: account.user, pass: account.password } } : {}),
    // A mail is made of what it is given: no file and no address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
    socketTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    getSocket(_options, callback) {
      egress.connect({ host, port, tls }, AbortSignal.timeout(PATIENCE_MS)).then(
        (connection) => callback(null, { connection, secured: tls }),
        (error: Error) => callback(error),
      )
    },
  }
}
