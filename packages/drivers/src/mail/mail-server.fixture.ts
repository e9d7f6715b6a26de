import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail that arrived: its envelope, and all of it as it came. */
export interface ArrivedMail {
  from: string
  to: string[]
  raw: string
  /** Its plain text, decoded. */
  text: string
  html: string
}

/** A server of mail on this machine, speaking the real protocol. */
export interface TestMailServer {
  port: number
  mails: ArrivedMail[]
  /** The next mail to that address that was not taken yet. */
  take(to: string): Promise<ArrivedMail>
  /** Refuses every mail from now on. */
  refuse(): void
  /** Refuses the next mails with that code. */
  refuseNext(count: number, responseCode: number): void
  /** Takes so long for each mail from now on, in milliseconds. */
  slowDown(ms: number): void
  /** Keeps the next sender waiting once it has named whom it writes to: `reached` when it has, until `release`. */
  holdNext(): { reached: Promise<void>; release(): void }
  /** Mails that it was sent, whether it took them or not. */
  readonly offered: number
  close(): Promise<void>
}

/** One part of a mail of two alternatives, its encoding undone. */
function partOf(raw: string, type: string): string {
  const part = raw.split(/\r\n--[^\r\n]+\r\n/).find((each) => each.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const whole = body.join('\r\n\r\n').split('\r\n--')[0] ?? ''
  if (/base64/i.test(head)) return Buffer.from(whole, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return whole
  const bytes = whole.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => `%${hex}`)
  return bytes.replaceAll(/(?:%[0-9A-F]{2})+/g, decodeURIComponent)
}

/** Keeps one sender waiting at a time. */
function createHolds(): Pick<TestMailServer, 'holdNext'> & { pass(): Promise<void> } {
  let next: { reached: PromiseWithResolvers<void>; over: PromiseWithResolvers<void> } | undefined
  return {
    holdNext() {
      const held = { reached: Promise.withResolvers<void>(), over: Promise.withResolvers<void>() }
      next = held
      return { reached: held.reached.promise, release: held.over.resolve }
    },
    async pass() {
      const held = next
      next = undefined
      held?.reached.resolve()
      await held?.over.promise
    },
  }
}

/** Starts it; with an account, nobody else may send. */
export async function startMailServer(account?: { user: string; password: string }): Promise<TestMailServer> {
  const mails: ArrivedMail[] = []
  const taken = new Set<ArrivedMail>()
  let waiting: (() => void)[] = []
  let refuses = false
  let refusals = { left: 0, code: 0 }
  let takesMs = 0
  let offered = 0
  const holds = createHolds()
  const server = new SMTPServer({
    authOptional: account === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === account?.user && password === account?.password) done(null, { user: username })
      else done(new Error(`Invalid login for ${username} with ${password}`))
    },
    onRcptTo: (_address, _session, done) => void holds.pass().then(() => done()),
    onData(stream, { envelope }, done) {
      const taking = text(stream).then(async (raw) => {
        offered += 1
        await wait(takesMs)
        if (refusals.left > 0) {
          refusals.left -= 1
          return done(Object.assign(new Error('Not now'), { responseCode: refusals.code }))
        }
        if (refuses) return done(new Error('The mailbox is full'))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, raw, text: partOf(raw, 'text/plain'), html: partOf(raw, 'text/html') })
        done()
        for (const resolve of waiting) resolve()
        waiting = []
      })
      // A sender that died in the middle leaves nothing.
      taking.catch(done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    async take(to) {
      for (;;) {
        const mail = mails.find((each) => each.to.includes(to) && !taken.has(each))
        if (mail) {
          taken.add(mail)
          return mail
        }
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    refuse() {
      refuses = true
    },
    refuseNext(left, code) {
      refusals = { left, code }
    },
    slowDown(ms) {
      takesMs = ms
    },
    holdNext: holds.holdNext,
    get offered() {
      return offered
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
