import { Readable } from 'node:stream'
import { errorMessage, isRunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { SMTPTransportOptions } from 'nodemailer'
import type { Egress } from '../egress/create-egress.ts'
import { scrubber } from '../vault/scrubber.ts'
import { type Mailer, MailFault } from './mailer.ts'
import { renderMail } from './render-mail.ts'

/** Longest time of one mail from the connection to the last answer, in milliseconds: who invites waits for it. */
const PATIENCE_MS = 10_000

/** Faults by which the library says that no mail could be offered at all. */
const OF_THE_SESSION = new Set(['EAUTH', 'ENOAUTH', 'ECONNECTION', 'EREQUIRETLS', 'ETLS'])
/** And those by which it says that a mail is none, before anybody is asked. */
const OF_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])
/** By which a server says that it closes. */
const CLOSING = 421

/** What the library adds to an error: its kind, the command that failed, and what the server answered. */
interface SmtpError {
  code: string
  command: string
  responseCode: number
}

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
    async send(mail, mayEnd = () => true) {
      const { createTransport } = await import('nodemailer')
      const deadline = startDeadline(patienceMs)
      const transport = createTransport(optionsOf(server, { egress, deadline, patienceMs }))
      transport.use('stream', ({ message }, done) => {
        message.processFunc((whole) => endingIf(mayEnd, whole))
        done()
      })
      try {
        const { id, to, subject } = mail
        const known = id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }
        const message = { from, to: { name: '', address: to }, subject, ...known, ...renderMail(mail) }
        await Promise.race([transport.sendMail(message), deadline.passed])
      } catch (error) {
        const reason = hide(errorMessage(error))
        // The error itself may name the account.
        const cause = new MailFault(reason, natureOf(error))
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

/**
 * Passes a mail on as it is, and breaks it off before its end where it may not end: what has no end is not taken. Nothing is
 * read before the server has asked for it, so that the end is looked at when it is due.
 */
function endingIf(mayEnd: () => boolean, mail: Readable): Readable {
  async function* passOn(): AsyncGenerator<Buffer> {
    for await (const part of mail) yield part as Buffer
    if (!mayEnd()) throw new Error('It was left to another process meanwhile.')
  }
  return Readable.from(passOn(), { objectMode: false })
}

/** The part of an address behind its sign. */
const domainOf = (from: string) => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'

/**
 * What a server answers with 4xx passes by itself; one that is not there, or hangs up, says nothing. What it says of the whole
 * session and not of a mail, as that the account is wrong, is mended at the server or in the settings: then it passes.
 */
function natureOf(error: unknown): { isTemporary: boolean; isAnswered: boolean } {
  if (isRunnelError(error) && error.code === 'egress_denied') return { isTemporary: true, isAnswered: false }
  const { code = '', command = '', responseCode = 0 } = error as Partial<SmtpError>
  if (responseCode === 0 && OF_THE_MAIL.has(code)) return { isTemporary: false, isAnswered: true }
  const isOfTheSession = OF_THE_SESSION.has(code) || command === 'MAIL FROM' || responseCode === CLOSING
  const isAnswered = responseCode > 0 && !isOfTheSession
  return { isTemporary: !isAnswered || responseCode < 500, isAnswered }
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
