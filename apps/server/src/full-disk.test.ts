import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEntry, Role } from '@runnel/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

const FAILING = join(import.meta.dirname, 'testing/fail-commits.fixture.ts')
const FLAG = join(tmpdir(), `runnel-full-${crypto.randomUUID()}`)
const { email, password } = ADMINISTRATOR
const NEW_PASSWORD = 'Another-Horse-8'

let program: KillableProgram
let caller: TestCaller
let role: Role

beforeAll(async () => {
  const env = { FAIL_COMMITS: FLAG, LOG_LEVEL: 'silent' }
  program = await startKillableProgram('sqlite', { egressAllow: '', env, flags: ['--import', FAILING] })
  caller = await program.signIn()
  role = await caller.expect(201, 'POST', '/role', { name: 'Reader', permissions: ['chatflows:view'] })
})
afterAll(async () => {
  rmSync(FLAG, { force: true })
  await program.remove()
})

async function withFullDisk(work: () => Promise<void>): Promise<void> {
  writeFileSync(FLAG, '')
  try {
    await work()
  } finally {
    rmSync(FLAG)
  }
}

const entries = async () =>
  (await caller.expect<{ data: AuditEntry[] }>(200, 'GET', '/audit/entries?limit=200')).data

const signIn = async (word: string) => {
  const at = createCaller(program.origin)
  const { status } = await at.call('POST', '/auth/login', { email, password: word })
  return { status, cookies: [...at.cookies.keys()] }
}

test('a full disk is told to whoever would write, nothing is half done, and reading goes on', async () => {
  const before = await entries()
  const me = await caller.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
  await withFullDisk(async () => {
    expect(await signIn(password)).toEqual({ status: 503, cookies: [] })
    const acts: [method: string, path: string, body: object][] = [
      ['PUT', '/account/password', { oldPassword: password, newPassword: NEW_PASSWORD }],
      ['PUT', '/role', { id: role.id, permissions: [] }],
      ['POST', '/apikey', { keyName: 'Key', permissions: ['chatflows:view'] }],
      [
        'POST',
        '/account/invite',
        {
          user: { email: 'ida@example.com' },
          workspace: { id: me.activeWorkspaceId },
          role: { id: role.id },
        },
      ],
      ['POST', '/auth/refreshToken', {}],
    ]
    for (const [method, path, body] of acts)
      expect(await caller.call(method, path, body), path).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/^This could not be stored: .* Make room on it/) },
      })
    await caller.expect(200, 'GET', '/auth/session')
    expect(await entries()).toEqual(before)
  })
  expect(await signIn(password)).toMatchObject({ status: 200 })
  expect(await signIn(NEW_PASSWORD)).toEqual({ status: 401, cookies: [] })
  expect(await caller.expect(200, 'GET', `/role?id=${role.id}`)).toMatchObject({
    permissions: role.permissions,
  })
  expect(await caller.expect(200, 'GET', '/apikey')).toEqual([])
  expect(await entries()).toEqual(before)
})

test('the audit log is read while what was written last waits to be chained', async () => {
  await caller.expect(200, 'PUT', '/role', { id: role.id, permissions: ['variables:view'] })
  await withFullDisk(async () => {
    const [newest] = await entries()
    expect(newest).toMatchObject({ action: 'role.updated', subject: { id: role.id } })
    const { status, text } = await caller.call('GET', '/audit/export?format=csv')
    expect([status, text]).toEqual([200, expect.stringContaining('role.updated')])
  })
  expect((await entries())[0]).toMatchObject({ action: 'role.updated', sequence: expect.any(Number) })
  expect(await program.admin('verify-audit')).toMatchObject({ code: 0, err: '' })
})

test('who signs out on a full disk keeps no cookie, and is told that the session may go on', async () => {
  const other = await program.signIn()
  await withFullDisk(async () => {
    const { status } = await other.call('POST', '/account/logout', {})
    expect([status, [...other.cookies.keys()]]).toEqual([503, ['device']])
  })
  await caller.expect(200, 'GET', '/auth/session')
})
