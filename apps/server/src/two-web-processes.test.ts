import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { createPasswordHasher } from '@runnel/drivers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Composition, compose } from './compose.ts'
import { readConfig } from './config.ts'
import { limitTopic } from './http/share-counts.ts'
import { startWeb, type WebService } from './services/web.ts'
import { replyFlow } from './testing/example-flows.ts'
import { makeFlow } from './testing/make-flow.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

// Only PostgreSQL serves several web processes: of an embedded database one process is the owner.

const { name, email, password } = ADMINISTRATOR
const FREE_TRIES = 10

interface Process {
  composition: Composition
  web: WebService
  anonymous(): TestCaller
}

let place: TestDatabasePlace
let folder: string
let here: Process
let there: Process
let administrator: TestCaller

async function startProcess(): Promise<Process> {
  const url = place.options.kind === 'postgres' ? place.options.url : ''
  const env = { PORT: '0', DATABASE_URL: url, SERVICES: 'web,worker', LOG_LEVEL: 'silent' }
  const config = readConfig(folder, env)
  const composition = await compose(config, { log: pino({ level: 'silent' }) })
  // What a hash costs is tested where hashes are made.
  composition.context.passwords = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })
  await composition.context.worker.start()
  const { context, log } = composition
  const web = await startWeb({ context, log, config, version: '0' })
  return { composition, web, anonymous: () => createCaller(web.address) }
}

async function stop({ composition, web }: Process): Promise<void> {
  await composition.context.worker.close()
  await web.close()
  await composition.close()
}

/** Everything that one process heard of a limit of the other. It hears it after the limit itself does. */
function listen({ composition }: Process, limit: string): unknown[] {
  const heard: unknown[] = []
  composition.context.bus.subscribe(limitTopic(limit), (message) => heard.push(message))
  return heard
}

beforeAll(async () => {
  place = await createTestDatabasePlace('postgres', { isMigrated: true })
  folder = mkdtempSync(join(tmpdir(), 'runnel-two-web-'))
  here = await startProcess()
  there = await startProcess()
  administrator = here.anonymous()
  await administrator.expect(201, 'POST', '/account/register', {
    user: { name, email, credential: password },
  })
  await administrator.expect(200, 'POST', '/auth/login', { email, password })
})

afterAll(async () => {
  await stop(here)
  await stop(there)
  await place.drop()
  rmSync(folder, { recursive: true, force: true })
})

const login = (at: Process, word: string) =>
  at.anonymous().call<{ message: string }>('POST', '/auth/login', { email, password: word })

test('a key that was revoked at one process opens nothing at the other from the next call on', async () => {
  const keys = await administrator.expect<{ id: string; apiKey: string; isNew?: true }[]>(
    200,
    'POST',
    '/apikey',
    {
      keyName: 'doomed',
      permissions: ['variables:view'],
    },
  )
  const made = keys.find(({ isNew }) => isNew)
  const caller = createCaller(there.web.address, { authorization: `Bearer ${made?.apiKey}` })
  await caller.expect(200, 'GET', '/variables')
  await administrator.expect(200, 'DELETE', `/apikey/${made?.id}`)
  expect((await caller.call('GET', '/variables')).status).toBe(401)
})

test('a session that was ended at one process is over at the other from the next call on', async () => {
  const caller = here.anonymous()
  await caller.expect(200, 'POST', '/auth/login', { email, password })
  const same = there.anonymous()
  for (const [cookie, value] of caller.cookies) same.cookies.set(cookie, value)
  await same.expect(200, 'GET', '/auth/session')
  await caller.expect(200, 'POST', '/account/logout', {})
  expect((await same.call('GET', '/auth/session')).status).toBe(401)
})

test('tries to sign in are counted together, and hold a known device up at neither', async () => {
  const heard = listen(there, 'accounts')
  for (let n = 0; n < FREE_TRIES; n += 1) expect((await login(here, 'Wrong-Horse-9')).status).toBe(401)
  await expect.poll(() => heard.length).toBe(FREE_TRIES)
  expect((await login(there, 'Wrong-Horse-9')).status).toBe(429)
  expect((await login(there, password)).status).toBe(429)

  const known = there.anonymous()
  known.cookies.set('device', administrator.cookies.get('device') ?? '')
  await known.expect(200, 'POST', '/auth/login', { email, password })
})

test('calls of a flow are counted together', async () => {
  const heard = listen(there, 'flows')
  const heardHere = listen(here, 'flows')
  const apiConfig = JSON.stringify({ rateLimit: { status: true, limitMax: 3, limitDuration: 3_600 } })
  const flow = await makeFlow(administrator, replyFlow(), { apiConfig })
  const ask = async (at: Process) =>
    (await at.anonymous().call('POST', `/prediction/${flow}`, { question: 'Hi' })).status
  expect([await ask(here), await ask(here)]).toEqual([200, 200])
  await expect.poll(() => told(heard, flow)).toBe(2)
  expect([await ask(there), await ask(there)]).toEqual([200, 429])
  await expect.poll(() => told(heardHere, flow)).toBe(4)
  expect(await ask(here)).toBe(429)
})

/** How many calls of a flow the words are about. */
const told = (words: unknown[], flow: string): number =>
  words
    .flatMap((word) => (word as [from: string, counted: [key: string, count: number][]])[1])
    .filter(([key]) => key.startsWith(flow))
    .reduce((sum, [, count]) => sum + count, 0)
