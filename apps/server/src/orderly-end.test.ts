import { setTimeout as wait } from 'node:timers/promises'
import { databaseKinds } from '@runnel/db/testing'
import { startMailServer, type TestMailServer } from '@runnel/drivers/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { llmFlow } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

const AT_ONCE = 8
const STEPS = 3

let vendor: FakeOpenAI
let program: KillableProgram | undefined

beforeEach(async () => {
  vendor = await startFakeOpenAI()
})
afterEach(async () => {
  await program?.remove()
  await vendor.close()
})

/** A program with a flow of three steps. */
async function startWith(kind: (typeof databaseKinds)[number], env: Record<string, string> = {}) {
  const started = await startKillableProgram(kind, { egressAllow: vendor.host, env })
  program = started
  const caller = await started.signIn()
  const flowId = await makeFlow(caller, llmFlow(vendor, await makeCredential(caller), STEPS))
  const ask = (body: object) =>
    createCaller(started.origin).call('POST', `/prediction/${flowId}`, { question: 'Hi', ...body })
  return { started, flowId, ask }
}

const untilCalls = async (count: number) => {
  while (vendor.callCount < count) await wait(5)
}

async function untilEnded(caller: TestCaller): Promise<string[]> {
  for (;;) {
    const { data } = await caller.expect<{ data: { state: string }[] }>(200, 'GET', '/executions')
    const states = data.map(({ state }) => state)
    if (!states.includes('INPROGRESS')) return states
    await wait(50)
  }
}

describe.each(databaseKinds)('a server on %s that is asked to end', (kind) => {
  test('answers everybody, makes no call twice, and takes nothing new', { timeout: 60_000 }, async () => {
    const { started, ask } = await startWith(kind)
    vendor.respondWith(...Array.from({ length: AT_ONCE * STEPS }, () => ({ text: 'slow', delayMs: 700 })))
    const answers = Array.from({ length: AT_ONCE }, (_, n) =>
      ask({ chatId: `chat ${n}`, streaming: n % 2 === 1 }),
    )
    await untilCalls(AT_ONCE)
    const ending = started.end()
    await wait(200)
    await expect(ask({})).rejects.toThrow()
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('slow')
      expect(answer.text).not.toContain('"event":"error"')
    }
    expect(await ending).toBe(0)
    expect(vendor.callCount).toBe(AT_ONCE * STEPS)
  })

  test('hands over what does not end in time, and tells its callers', { timeout: 60_000 }, async () => {
    const { started, ask } = await startWith(kind, { DRAIN_SECONDS: '1' })
    vendor.respondWith(
      { text: 'one' },
      { text: 'one' },
      { text: 'never', delayMs: 60_000 },
      { text: 'never', delayMs: 60_000 },
    )
    const answers = [ask({ chatId: 'whole' }), ask({ chatId: 'stream', streaming: true })]
    await untilCalls(4)
    expect(await started.end()).toBe(0)
    const [whole, stream] = await Promise.all(answers)
    expect(whole).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('goes on elsewhere') },
    })
    expect(stream?.text).toMatch(
      /"event":"error","data":"The server is ending[^\n]+\n\nmessage:\ndata:\{"event":"end"/,
    )
    await started.start()
    expect(await untilEnded(await started.signIn())).toEqual(['FINISHED', 'FINISHED'])
    expect(vendor.callCount, 'two calls in flight are made again, two finished ones are not').toBe(8)
  })
})

describe.each(databaseKinds)('a server on %s that is asked to end while a mail', (kind) => {
  let mail: TestMailServer
  beforeEach(async () => {
    mail = await startMailServer()
    program = await startKillableProgram(kind, {
      egressAllow: vendor.host,
      env: { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'runnel@example.com' },
    })
  })
  afterEach(() => mail.close())

  const { email } = ADMINISTRATOR
  const forget = async () => {
    const caller = createCaller(program?.origin ?? '')
    await caller.expect(201, 'POST', '/account/forgot-password', { user: { email } })
    await expect.poll(() => mail.offered).toBe(1)
  }

  test('is under way ends when it was taken', async () => {
    mail.slowDown(500)
    await forget()
    expect(await program?.end()).toBe(0)
    expect(mail.mails.map(({ to }) => to)).toEqual([[email]])
  })

  test('is refused for the moment leaves it to the next start', async () => {
    mail.refuseNext(1, 451)
    await forget()
    expect(await program?.end()).toBe(0)
    expect(mail.mails).toEqual([])
    await program?.start()
    await mail.take(email)
    expect(mail.mails.map(({ to }) => to)).toEqual([[email]])
  })
})
