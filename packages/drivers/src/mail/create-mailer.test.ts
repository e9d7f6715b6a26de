import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEgress, type Egress } from '../egress/create-egress.ts'
import { createMailer, type MailServer } from './create-mailer.ts'
import { startMailServer, type TestMailServer } from './mail-server.fixture.ts'
import type { Mail } from './mailer.ts'

const account = { user: 'runnel', password: 'canary-mail-password' }
const from = 'Runnel <runnel@example.com>'
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Grüße',
  paragraphs: ['<b>Bob</b> & "Eve" invite you.', 'It works once.'],
  action: { label: 'Accept', url: 'https://runnel.example/register?token=a&email=b' },
  footer: 'Nothing else.',
}

let server: TestMailServer
let egress: Egress
const place = (changes: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port: server.port,
  tls: false,
  mayBePlain: true,
  account,
  ...changes,
})

beforeAll(async () => {
  server = await startMailServer(account)
  egress = createEgress({ allow: [`127.0.0.1:${server.port}`] })
})
afterAll(async () => {
  await egress.close()
  await server.close()
})

test('a mail arrives as text and as HTML, and nothing of it is taken for markup', async () => {
  await createMailer(place(), { egress, from }).send(mail)
  const arrived = await server.take(mail.to)
  expect(arrived.from).toBe('runnel@example.com')
  expect(arrived.raw).toContain('From: Runnel <runnel@example.com>')
  expect(arrived.text).toContain('<b>Bob</b> & "Eve" invite you.')
  expect(arrived.text).toContain('https://runnel.example/register?token=a&email=b')
  expect(arrived.html).toContain('&lt;b&gt;Bob&lt;/b&gt; &amp; &quot;Eve&quot; invite you.')
  expect(arrived.html).toContain('href="https://runnel.example/register?token=a&amp;email=b"')
  expect(arrived.html).not.toContain('<b>Bob')
})

test('what somebody is called adds no line to the head of a mail', async () => {
  const evil = 'x\r\nBcc: eve@example.com\r\n\r\nBuy now'
  await createMailer(place(), { egress, from }).send({ ...mail, subject: evil })
  const arrived = await server.take(mail.to)
  expect(arrived.to).toEqual([mail.to])
  expect(arrived.raw).not.toMatch(/^Bcc:/m)
})

test('a server that the guard does not let through gets nothing', async () => {
  const closed = createEgress({ allow: [] })
  const sent = createMailer(place(), { egress: closed, from }).send(mail)
  await expect(sent).rejects.toThrow('is not allowed')
  await closed.close()
})

test('a server elsewhere must encrypt', async () => {
  const count = server.mails.length
  const sent = createMailer(place({ mayBePlain: false }), { egress, from }).send(mail)
  await expect(sent).rejects.toMatchObject({ code: 'upstream_error' })
  expect(server.mails).toHaveLength(count)
})

test('a refusal says why, and never the password', async () => {
  const wrong = { user: 'runnel', password: 'canary-other-password' }
  const sent = createMailer(place({ account: wrong }), { egress, from }).send(mail)
  const error = await sent.catch((reason: unknown) => reason as Error)
  expect(String(error)).toContain('did not take the mail')
  expect(`${String(error)} ${String((error as Error).cause)}`).not.toContain('canary-other-password')
})

test.each([
  ['drips its greeting', '220-'],
  ['drips an answer to the greeting', '220 hello\r\n250-'],
])(
  'a server that %s holds a mail no longer than its deadline, and its connection is closed',
  async (_what, begin) => {
    const sockets = new Set<Socket>()
    const dripping = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      socket.write(begin)
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve))
    const { port } = dripping.address() as { port: number }
    const open = createEgress({ allow: [`127.0.0.1:${port}`] })
    const begun = Date.now()
    const sent = createMailer(place({ port, account: undefined }), {
      egress: open,
      from,
      patienceMs: 300,
    }).send(mail)
    await expect(sent).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('did not take the mail'),
    })
    expect(Date.now() - begun).toBeLessThan(5_000)
    await expect.poll(() => sockets.size).toBe(0)
    await open.close()
    await new Promise((resolve) => dripping.close(resolve))
  },
)
