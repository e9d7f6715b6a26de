import { errorMessage, isRunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { SMTPTransportOptions } from 'nodemailer'
import type { Egress } from '../egress/create-egress.ts'
import { scrubber } from '../vault/scrubber.ts'
import { type Mailer, MailFault } from './mailer.ts'
import { renderMail } from './render-mail.ts'

/** Longest time of one mail from the connection to the last answer, in milliseconds: who invites waits for it. */
const PATIENCE_MS = 10_000

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
  {
    egress,
    from,
    patienceMs = PATIENCE_MS,
  }: { egress: Pick<Egress, 'connect'>; from: string; patienceMs?: number | undefined },
): Mailer {
  const { host, port, account } = server
  const hide = scrubber(account ? [account.password] : [])
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const deadline = startDeadline(patienceMs)
      const transport = createTransport(optionsOf(server, { egress, deadline, patienceMs }))
      try {
        const { to, subject } = mail
        const message = { from, to: { name: '', address: to }, subject, ...renderMail(mail) }
        await Promise.race([transport.sendMail(message), deadline.passed])
      } catch (error) {
        const reason = hide(errorMessage(error))
        // The error itself may name the account.
        const cause = new MailFault(reason, mayPass(error))
        throw refusalOf(
          'upstream_error',
          tellWhy('mail_refused', { server: `${host}:${port}`, words: reason }),
          { cause },
        )
      } finally {
        deadline.end()
        transport.close()
      }
    },
  }
}

/** What a server answers with 4xx passes by itself; one that is not there, or hangs up, says nothing. */
function mayPass(error: unknown): boolean {
  if (isRunnelError(error) && error.code === 'egress_denied') return false
  const answered = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return answered < 500
}

/** The end of a mail that takes too long: what the library waits for begins anew with every byte. */
interface Deadline {
  /** Never resolves. */
  passed: Promise<never>
  signal: AbortSignal
  end(): void
}

function startDeadline(patienceMs: number): Deadline {
  const aborting = new AbortController()
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`It took longer than ${patienceMs / 1_000} seconds.`)
    reject(error)
    aborting.abort(error)
  }, patienceMs)
  return { passed, signal: aborting.signal, end: () => clearTimeout(timer) }
}

function optionsOf(
  { host, port, tls, mayBePlain, account }: MailServer,
  {
    egress,
    deadline,
    patienceMs,
  }: { egress: Pick<Egress, 'connect'>; deadline: Deadline; patienceMs: number },
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
    socketTimeout: patienceMs,
    greetingTimeout: patienceMs,
    getSocket(_options, callback) {
      egress.connect({ host, port, tls }, deadline.signal).then(
        (connection) => {
          deadline.signal.addEventListener('abort', () => connection.destroy())
          callback(null, { connection, secured: tls })
        },
        (error: Error) => callback(error),
      )
    },
  }
}
