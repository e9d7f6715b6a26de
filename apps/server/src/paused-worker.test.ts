import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Composition, compose } from './compose.ts'
import { readConfig } from './config.ts'
import { startWeb, type WebService } from './services/web.ts'
import { llmFlow } from './testing/example-flows.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { spawnProgram } from './testing/spawn-program.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

let place: TestDatabasePlace
let folder: string
let vendor: FakeOpenAI
let web: Composition
let service: WebService
let caller: TestCaller
let flowId: string
let paused: ChildProcess

const url = () => (place.options.kind === 'postgres' ? place.options.url : '')

function joinWith(services: string): Promise<Composition> {
  const env = { PORT: '0', DATABASE_URL: url(), EGRESS_ALLOW: vendor.host, SERVICES: services }
  return compose(readConfig(folder, env), { log: pino({ level: 'silent' }) })
}

beforeAll(async () => {
  place = await createTestDatabasePlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'runnel-paused-'))
  vendor = await startFakeOpenAI()
  web = await joinWith('web')
  await web.context.worker.start()
  const { context, log } = web
  service = await startWeb({ context, log, config: readConfig(folder, { PORT: '0' }), version: '0' })
  caller = createCaller(service.address)
  const { name, email, password } = ADMINISTRATOR
  await caller.expect(201, 'POST', '/account/register', { user: { name, email, credential: password } })
  await caller.expect(200, 'POST', '/auth/login', { email, password })
  flowId = await makeFlow(caller, llmFlow(vendor, await makeCredential(caller), 1))
  const start = {
    place,
    folder,
    egressAllow: vendor.host,
    env: { SERVICES: 'worker', DATA_DIR: join(folder, 'data') },
  }
  paused = (await spawnProgram(start)).process
})

afterAll(async () => {
  const ended = once(paused, 'exit')
  paused.kill('SIGKILL')
  await ended
  await service.close()
  await web.context.worker.close()
  await web.close()
  await vendor.close()
  await place.drop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (question: string) =>
  (await caller.open('POST', `/prediction/${flowId}`, { question, chatId: randomUUID() })).json()

const callsFor = (question: string) =>
  vendor.requests.filter(({ body }) => JSON.stringify(body.messages ?? []).includes(question)).length

test('a worker that was stopped for longer than its lease, and goes on, makes no call of a run that another one has', {
  timeout: 120_000,
}, async () => {
  vendor.respondWith({ status: 503, headers: { 'retry-after': '1' } })
  const first = ask('first')
  while (callsFor('first') === 0) await wait(5)
  // It has read the refusal, and waits to try again.
  await wait(300)
  paused.kill('SIGSTOP')
  const other = await joinWith('worker')
  await other.context.worker.start()
  expect(await first).toMatchObject({ text: 'Echo: first' })
  await other.context.worker.close()
  await other.close()
  paused.kill('SIGCONT')
  expect(await ask('second')).toMatchObject({ text: 'Echo: second' })
  expect(callsFor('first'), 'the refused call, and that of the other worker').toBe(2)
})
