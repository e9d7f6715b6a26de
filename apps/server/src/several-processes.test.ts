import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEntry } from '@runnel/contract'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './testing/run-to-exit.ts'
import { type RunningProgram, spawnProgram } from './testing/spawn-program.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

// Only PostgreSQL is shared by processes.

const PROCESSES = campaignRounds(3, 6)
/** Acts that each process does one after the other, in each of some lines at once. */
const ACTS = campaignRounds(15, 1_000)
const LINES = 4

let place: TestDatabasePlace
let folder: string
let programs: RunningProgram[]
let callers: TestCaller[]

const { name, email, password } = ADMINISTRATOR
const keyFile = () => ({ SECRET_KEY_FILE: join(folder, 'secret.key') })
const start = (n: number) =>
  spawnProgram({ place, folder, egressAllow: '', env: { ...keyFile(), DATA_DIR: join(folder, `data-${n}`) } })

beforeAll(async () => {
  place = await createTestDatabasePlace('postgres', { isMigrated: true })
  folder = mkdtempSync(join(tmpdir(), 'runnel-several-'))
  const first = await start(0)
  await createCaller(first.origin).expect(201, 'POST', '/account/register', {
    user: { name, email, credential: password },
  })
  const others = Array.from({ length: PROCESSES - 1 }, (_, n) => start(n + 1))
  programs = [first, ...(await Promise.all(others))]
  callers = await Promise.all(programs.map(signInAt))
})
afterAll(async () => {
  for (const { process: child } of programs) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await place.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function signInAt({ origin }: RunningProgram): Promise<TestCaller> {
  const caller = createCaller(origin)
  await caller.expect(200, 'POST', '/auth/login', { email, password })
  return caller
}

const verifyAudit = () =>
  runCommand(['admin', 'verify-audit'], {
    folder,
    env: { ...keyFile(), ...(place.options.kind === 'postgres' && { DATABASE_URL: place.options.url }) },
  })

test(`${PROCESSES} processes write one audit log at once: it is whole while they do, and after`, {
  timeout: campaignTimeout(90_000),
}, async () => {
  const change = async (caller: TestCaller, line: string) => {
    const made = await caller.expect<{ id: string }>(201, 'POST', '/role', { name: line, permissions: [] })
    for (let n = 1; n < ACTS; n += 1) {
      const permissions = n % 2 === 0 ? [] : ['chatflows:view']
      await caller.expect(200, 'PUT', '/role', { id: made.id, permissions })
    }
  }
  const lines = callers.flatMap((caller, at) =>
    Array.from({ length: LINES }, (_, line) => change(caller, `Process ${at}, line ${line}`)),
  )
  const during = verifyAudit()
  await Promise.all(lines)
  for (const { code, out, err } of [await during, await verifyAudit()])
    expect([code, out, err]).toEqual([0, expect.stringContaining('The audit log is whole.'), ''])
  const { total } = await readLog(callers[0], 'limit=1')
  expect(total).toBe(1 + lines.length * ACTS)
  const { data } = await readLog(callers[1], 'limit=200&page=1')
  const sequence = data.map((entry) => Number(entry.sequence)).toSorted((a, b) => b - a)
  expect(sequence).toEqual(sequence.map((_, at) => total - at))
})

test('what was taken back while a process stood still opens nothing there when it goes on, and its acts are whole', {
  timeout: campaignTimeout(120_000),
}, async () => {
  const [stopped, other] = programs as [RunningProgram, RunningProgram]
  const [there, here] = callers as [TestCaller, TestCaller]
  const keys = await here.expect<{ id: string; apiKey: string; isNew?: true }[]>(200, 'POST', '/apikey', {
    keyName: 'Doomed',
    permissions: ['variables:view'],
  })
  const doomed = keys.find(({ isNew }) => isNew)
  const withKey = createCaller(stopped.origin, { authorization: `Bearer ${doomed?.apiKey}` })
  await withKey.expect(200, 'GET', '/variables')
  const session = await signInAt(stopped)
  const roles = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      there.expect<{ id: string }>(201, 'POST', '/role', { name: `Still ${n}`, permissions: [] }),
    ),
  )
  const change = (id: string) => there.call('PUT', '/role', { id, permissions: ['chatflows:view'] })
  const changes = roles.map(({ id }) => change(id))
  await Promise.race(changes)
  stopped.process.kill('SIGSTOP')
  const waiting = [withKey.call('GET', '/variables'), session.call('GET', '/auth/session')]

  // Rows that it holds in the middle of a transaction are given back by the database, in half a minute at most.
  const untilDone = (method: string, path: string) =>
    expect.poll(async () => (await here.call(method, path)).status, { timeout: 60_000 }).toBe(200)
  await untilDone('DELETE', `/apikey/${doomed?.id}`)
  const ahead = await signInAt(other)
  const listed = await ahead.expect<{ id: string; isCurrent: boolean }[]>(200, 'GET', '/account/sessions')
  expect(listed.length).toBeGreaterThan(2)
  await expect.poll(async () => (await ahead.call('DELETE', '/account/sessions')).status).toBe(200)
  stopped.process.kill('SIGCONT')

  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 401])
  expect((await withKey.call('GET', '/variables')).status).toBe(401)
  expect((await session.call('GET', '/auth/session')).status).toBe(401)
  for (const [at, answer] of (await Promise.all(changes)).entries()) {
    const id = roles[at]?.id
    const { permissions } = await ahead.expect<{ permissions: string }>(200, 'GET', `/role?id=${id}`)
    const isDone = permissions.includes('chatflows:view')
    const query = 'limit=200&action=role.updated&outcome=done'
    const { data } = await readLog(ahead, query)
    expect(data.filter(({ subject }) => subject.id === id)).toHaveLength(isDone ? 1 : 0)
    if (answer.status === 200) expect(isDone).toBe(true)
  }
  expect(await verifyAudit()).toMatchObject({ code: 0, err: '' })
})

const readLog = (caller: TestCaller | undefined, query: string) =>
  (caller as TestCaller).expect<{ data: AuditEntry[]; total: number }>(200, 'GET', `/audit/entries?${query}`)
