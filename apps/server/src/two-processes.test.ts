import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Composition, compose } from './compose.ts'
import { readConfig } from './config.ts'
import { startWeb, type WebService } from './services/web.ts'
import { llmFlow } from './testing/example-flows.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

/** What three echoing steps in a row answer to `Hi`. */
const ANSWER = 'Echo: Echo: Echo: Hi'
const HOUR = 3_600_000
const KEY_HEADER = 'idempotency-key'

let place: TestDatabasePlace
let folder: string
let vendor: FakeOpenAI
let web: Composition
let service: WebService
let caller: TestCaller
let flowId: string
let joined: Composition[] = []

/** One more process of the same installation: the same database and key, other services, maybe another time. */
async function joinWith(services: string, { hoursLater = 0, secondsAhead = 0 } = {}): Promise<Composition> {
  const url = place.options.kind === 'postgres' ? place.options.url : ''
  const env = {
    PORT: '0',
    DATABASE_URL: url,
    EGRESS_ALLOW: vendor.host,
    SERVICES: services,
    LOG_LEVEL: 'silent',
  }
  const composition = await compose(readConfig(folder, env), { log: pino({ level: 'silent' }) })
  const { runs } = composition.context.db.system
  const { clock } = runs
  // Later it is for everybody, ahead is the clock of the process alone.
  composition.context.now = () => Date.now() + hoursLater * HOUR + secondsAhead * 1_000
  runs.clock = async () => (await clock()) + hoursLater * HOUR
  await composition.context.worker.start()
  joined.push(composition)
  return composition
}

async function leave(composition: Composition): Promise<void> {
  joined = joined.filter((other) => other !== composition)
  await composition.context.worker.close()
  await composition.close()
}

beforeAll(async () => {
  place = await createTestDatabasePlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'runnel-two-'))
  vendor = await startFakeOpenAI()
  web = await joinWith('web')
  joined = []
  const { context, log } = web
  service = await startWeb({ context, log, config: readConfig(folder, { PORT: '0' }), version: '0' })
  caller = createCaller(service.address)
  const { name, email, password } = ADMINISTRATOR
  await caller.expect(201, 'POST', '/account/register', { user: { name, email, credential: password } })
  await caller.expect(200, 'POST', '/auth/login', { email, password })
  flowId = await makeFlow(caller, llmFlow(vendor, await makeCredential(caller), 3))
})

afterEach(() => Promise.all(joined.map(leave)))

afterAll(async () => {
  await service.close()
  await leave(web)
  await vendor.close()
  await place.drop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (body: object = {}) =>
  caller.open('POST', `/prediction/${flowId}`, { question: 'Hi', chatId: randomUUID(), ...body })

/** Waits until the vendor has had so many calls. */
async function untilCalls(count: number): Promise<void> {
  while (vendor.callCount < count) await wait(5)
}

describe('a web process without a worker', () => {
  test('keeps accepted runs until a worker comes', async () => {
    const before = vendor.callCount
    const answer = ask()
    await wait(100)
    expect(vendor.callCount).toBe(before)
    await joinWith('worker')
    expect(await (await answer).json()).toMatchObject({ text: ANSWER })
  })

  test('streams what the worker writes, token by token', async () => {
    await joinWith('worker')
    vendor.respondWith({ text: 'x' }, { text: 'y' }, { text: 'a b c d e', tokenDelayMs: 40 })
    const response = await ask({ streaming: true })
    const parts: { tokens: number; isRunning: boolean }[] = []
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      parts.push({
        tokens: text.split('"event":"token"').length - 1,
        isRunning: !text.includes('"event":"end"'),
      })
    }
    expect(text.match(/"event":"token","data":"([^"]*)"/g)).toHaveLength(5)
    expect(parts.some(({ tokens, isRunning }) => isRunning && tokens > 0 && tokens < 5)).toBe(true)
  })

  test('stops a run of the worker', async () => {
    await joinWith('worker')
    const before = vendor.callCount
    vendor.respondWith({ text: 'never', delayMs: 30_000 })
    const chatId = randomUUID()
    const answer = ask({ chatId })
    await untilCalls(before + 1)
    await caller.expect(200, 'PUT', `/chatmessage/abort/${flowId}/${chatId}`)
    expect(await (await answer).json()).toMatchObject({ code: 'run_aborted' })
  })
})

describe('two workers', () => {
  test('hand a run over when one of them ends in order', async () => {
    const first = await joinWith('worker')
    const before = vendor.callCount
    vendor.respondWith({ text: 'one' }, { text: 'never', delayMs: 30_000 })
    const answer = ask()
    await untilCalls(before + 2)
    await joinWith('worker')
    await leave(first)
    expect(await (await answer).json()).toMatchObject({ text: expect.stringContaining('Echo: ') })
    expect(vendor.callCount - before, 'the call in flight is made again, the finished one is not').toBe(4)
    const [one, inFlight, again, last] = vendor.requests.slice(-4).map(({ headers }) => headers[KEY_HEADER])
    expect(inFlight, 'a call that is made again has its name').toBe(again)
    expect(new Set([one, again, last]).size).toBe(3)
  })

  const endInOrder = async (first: Composition) => {
    await joinWith('worker')
    await leave(first)
  }
  const fallSilent = async ({ context }: Composition) => {
    const [runId = ''] = await activeRuns()
    await expireLease(runId, context.worker.owner)
    await joinWith('worker')
  }

  test.each([
    ['ends', endInOrder],
    ['is gone without a word', fallSilent],
  ])('tell a streamed answer once when one of them %s in the middle of it', async (_how, end) => {
    const first = await joinWith('worker')
    const text = 'one two three four'
    const slow = { text, tokenDelayMs: 1_000 }
    const before = vendor.callCount
    vendor.respondWith({ text: 'x' }, { text: 'y' }, slow, { text })
    const response = await ask({ streaming: true })
    let frames = ''
    const decoder = new TextDecoder()
    let ending: Promise<void> | undefined
    for await (const part of response.body ?? []) {
      frames += decoder.decode(part, { stream: true })
      if (ending || !frames.includes('"event":"token"')) continue
      ending = end(first)
    }
    await ending
    const tokens = [...frames.matchAll(/"event":"token","data":"([^"]*)"/g)].map(([, token]) => token)
    expect(tokens.length).toBeGreaterThan(1)
    expect(tokens.join('')).toBe(text)
    expect(vendor.callCount - before, 'the answer that was not heard to its end is made again').toBe(4)
  })

  test('go on after an outage that was longer than a run may take', async () => {
    const first = await joinWith('worker')
    const before = vendor.callCount
    vendor.respondWith({ text: 'one' }, { text: 'never', delayMs: 30_000 })
    const response = ask()
    await untilCalls(before + 2)
    await leave(first)
    await joinWith('worker', { hoursLater: 2 })
    const { executionId, ...answer } = (await (await response).json()) as { executionId: string }
    expect(answer).toMatchObject({ text: 'Echo: Echo: one' })
    expect(vendor.callCount - before).toBe(4)
    const workspaceId = (await web.context.db.system.routes.findOwnerOfRun(executionId))?.workspaceId
    const { status, idleMs } = await web.context.db.read(workspaceId ?? '').runs.get(executionId)
    expect([status, Math.round(idleMs / HOUR)]).toEqual(['finished', 2])
  })

  test('take over when one is gone without a word, and its late writes count for nothing', async () => {
    const first = await joinWith('worker')
    const before = vendor.callCount
    vendor.respondWith({ text: 'one' }, { text: 'late', delayMs: 3_000 })
    const response = ask()
    await untilCalls(before + 2)
    const [runId = ''] = await activeRuns()
    await expireLease(runId, first.context.worker.owner)
    await joinWith('worker')
    const answer = (await (await response).json()) as { text: string; executionId: string }
    expect(answer.text).not.toContain('late')
    expect(vendor.callCount - before).toBe(4)
    await wait(3_200)
    const workspaceId = (await web.context.db.system.routes.findOwnerOfRun(runId))?.workspaceId
    const run = await web.context.db.read(workspaceId ?? '').runs.get(runId)
    expect([run.status, run.fence]).toEqual(['finished', 2])
    expect(run.output).not.toContain('late')
  })

  test.each([60, -60])('keep leases by one clock where theirs are %i seconds apart', async (secondsAhead) => {
    const before = vendor.callCount
    await joinWith('worker')
    vendor.respondWith({ text: 'one' }, { text: 'two', delayMs: 3_000 }, { text: 'three' })
    const answer = ask()
    await untilCalls(before + 2)
    await joinWith('worker', { secondsAhead })
    const { executionId, ...rest } = (await (await answer).json()) as { executionId: string }
    expect([rest, vendor.callCount - before]).toMatchObject([{ text: 'three' }, 3])
    const workspaceId = (await web.context.db.system.routes.findOwnerOfRun(executionId))?.workspaceId
    expect(await web.context.db.read(workspaceId ?? '').runs.get(executionId)).toMatchObject({ fence: 1 })
  })

  test('share many runs; each ends once', async () => {
    await joinWith('worker')
    await joinWith('worker')
    const before = vendor.callCount
    const answers = await Promise.all(Array.from({ length: 30 }, async () => (await ask()).json()))
    expect(answers.every((answer) => (answer as { text: string }).text === ANSWER)).toBe(true)
    expect(vendor.callCount - before).toBe(90)
  })
})

async function activeRuns(): Promise<string[]> {
  const user = await caller.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
  const { rows } = await web.context.db.read(user.activeWorkspaceId).runs.list({ status: 'running' })
  return rows.map(({ id }) => id)
}

/** As if the owner had been silent for longer than its lease. */
async function expireLease(runId: string, owner: string): Promise<void> {
  const kept = await web.context.db.system.runs.renew({ owner, runIds: [runId], until: 0 })
  expect(kept).toEqual([runId])
}
