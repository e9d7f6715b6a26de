import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { createTestDatabasePlace, databaseKinds, type TestDatabasePlace } from '@runnel/db/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCredential } from './testing/make-flow.ts'
import { PROGRAM } from './testing/program.ts'
import { endWithTest, runCommand } from './testing/run-to-exit.ts'
import { spawnProgram } from './testing/spawn-program.ts'
import { createCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

const ROUNDS = campaignRounds(3, 100)
const CREDENTIALS = 40

let place: TestDatabasePlace
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runnel-rotation-'))
})
afterEach(async () => {
  await place.drop()
  rmSync(folder, { recursive: true, force: true })
})

const databaseUrl = (): Record<string, string> =>
  place.options.kind === 'postgres' ? { DATABASE_URL: place.options.url } : {}
const admin = (command: string) => runCommand(['admin', command], { folder, env: databaseUrl() })
const keys = () =>
  readFileSync(join(folder, 'secret.key'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Resolves when the key file, or one beside it, changed so often, or the program ended before. */
async function sawKeyFiles(count: number, ended: Promise<unknown>): Promise<void> {
  let seen = 0
  const enough = Promise.withResolvers<void>()
  const watcher = watch(folder, (_event, name) => {
    if (name?.startsWith('secret.key')) seen += 1
    if (seen >= count) enough.resolve()
  })
  await Promise.race([enough.promise, ended])
  watcher.close()
}

/** Serves, and gives the administrator; everything that they stored stays. */
async function serve() {
  const { process: child, origin } = await spawnProgram({ place, folder, egressAllow: '' })
  endWithTest(child)
  const caller = createCaller(origin)
  const { name, email, password } = ADMINISTRATOR
  await caller.call('POST', '/account/register', { user: { name, email, credential: password } })
  await caller.expect(200, 'POST', '/auth/login', { email, password })
  return {
    caller,
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

describe.each(databaseKinds)('a rotation of the key that is killed, on %s', (kind) => {
  test('leaves every secret readable wherever it dies, and the next one ends it: one key, and no copy of others', {
    timeout: campaignTimeout(120_000),
  }, async () => {
    place = await createTestDatabasePlace(kind, { isMigrated: true })
    const first = await serve()
    for (let n = 0; n < CREDENTIALS; n += 1) await makeCredential(first.caller)
    await first.end()
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = spawn(process.execPath, [PROGRAM, 'admin', 'rotate-keys'], {
        cwd: folder,
        env: { PATH: process.env.PATH, DATA_DIR: folder, ...databaseUrl() },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await sawKeyFiles(1 + (round % 8), ended)
      child.kill('SIGKILL')
      await ended
      expect(await admin('doctor')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/opens all \d+ secrets/),
      })
    }
    const again = await serve()
    expect(await again.caller.expect<object[]>(200, 'GET', '/credentials')).toHaveLength(CREDENTIALS)
    await again.end()
    expect(await admin('rotate-keys')).toMatchObject({ code: 0, err: '' })
    expect(keys()).toHaveLength(1)
    expect(readdirSync(folder).filter((file) => file.startsWith('secret.key'))).toEqual(['secret.key'])
    expect(await admin('doctor')).toMatchObject({ code: 0 })
    expect(await admin('verify-audit')).toMatchObject({ code: 0, err: '' })
  })
})

test('a rotation is refused while another process uses the database, wherever its data folder is', async () => {
  place = await createTestDatabasePlace('postgres', { isMigrated: true })
  const server = await serve()
  await makeCredential(server.caller)
  const before = keys()
  const elsewhere = mkdtempSync(join(tmpdir(), 'runnel-elsewhere-'))
  const env = { ...databaseUrl(), SECRET_KEY_FILE: join(folder, 'secret.key') }
  const { code, out, err } = await runCommand(['admin', 'rotate-keys'], { folder: elsewhere, env })
  rmSync(elsewhere, { recursive: true, force: true })
  expect([code, out, err.trimEnd().split('\n')]).toEqual([
    1,
    '',
    [expect.stringMatching(/^1 other process .*[Ss]top/)],
  ])
  expect(keys()).toEqual(before)
  await makeCredential(server.caller)
  await server.end()
  expect(await admin('doctor')).toMatchObject({ code: 0 })
  expect(await admin('rotate-keys')).toMatchObject({ code: 0, err: '' })
  expect(keys()).not.toEqual(before)
  expect(await admin('doctor')).toMatchObject({ code: 0 })
})
