import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabasePlace } from '@runnel/db/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { PROGRAM } from './testing/program.ts'
import { endWithTest, runToExit } from './testing/run-to-exit.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runnel-start-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (env: Record<string, string>) => runToExit(folder, env)

/** A start that failed as it should: one line on the error output, nothing else, code 1. */
async function failure(env: Record<string, string>): Promise<string> {
  const { code, out, err } = await start(env)
  expect({ code, out, lines: err.trimEnd().split('\n').length }, err).toEqual({ code: 1, out: '', lines: 1 })
  expect(err).not.toMatch(/ at .*\.ts:\d+/)
  return err.trimEnd()
}

describe('a start fails with one line that says what to do', () => {
  test('when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await failure({ PORT: String(port) })).toMatch(
      new RegExp(`Port ${port} on 127.0.0.1 is in use.*set PORT to another number`),
    )
    other.close()
  })

  test.each([
    ['PORT', 'web', /PORT=web.*0 to 65535/],
    ['PORT', '70000', /PORT=70000.*0 to 65535/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL.*postgres/],
    ['SERVICES', 'web,cook', /SERVICES=web,cook.*web, worker, scheduler/],
    ['APP_URL', 'example.com', /APP_URL=example\.com.*https/],
    ['EGRESS_ALLOW', 'http://x', /EGRESS_ALLOW.*host:port/],
    ['RUN_RETENTION_DAYS', '0', /RUN_RETENTION_DAYS=0.*days/],
    ['CALLERS_AT_ONCE', '0', /CALLERS_AT_ONCE=0.*1 to 100000/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL=loud.*warn/],
    ['PLATFORM_TYPE', 'free', /PLATFORM_TYPE=free.*enterprise/],
    ['HOST', '203.0.113.7', /203\.0\.113\.7/],
    ['HOST', 'no-such-host.invalid', /HOST=no-such-host\.invalid/],
    ['DATA_DIR', '/proc/runnel/data', /DATA_DIR=\/proc\/runnel\/data cannot be made/],
  ])('for %s=%s', async (name, value, line) => {
    expect(await failure({ [name]: value })).toMatch(line)
  })

  test.each([
    ['refuses connections', 'postgres://postgres@127.0.0.1:1/x', /cannot be used: .*DATABASE_URL/],
    ['has no such host', 'postgres://postgres@no-such-host.invalid:5432/x', /DATABASE_URL/],
    [
      'has no such database',
      'postgres://postgres@127.0.0.1:5432/runnel_no_such_database',
      /runnel_no_such_database.*DATABASE_URL/,
    ],
  ])('when the database %s', async (_name, url, line) => {
    expect(await failure({ DATABASE_URL: url })).toMatch(line)
  })

  test.each([
    ['that is empty', false],
    ['with its tables', true],
  ])('when the database takes no writes, as a replica does, %s', async (_what, isMigrated) => {
    const place = await createTestDatabasePlace('postgres', { isMigrated })
    onTestFinished(place.drop)
    const url = new URL((place.options as { url: string }).url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    expect(await failure({ DATABASE_URL: url.href })).toMatch(/DATABASE_URL takes no writes.*replica/)
  })

  test('when the data folder is a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'x')
    expect(await failure({ DATA_DIR: file })).toMatch(/DATA_DIR|folder/)
  })

  test('when the database file is none', async () => {
    writeFileSync(
      join(folder, 'runnel.db'),
      'this is not a database, it is a letter to somebody '.repeat(100),
    )
    expect(await failure({})).toMatch(/runnel\.db/)
  })

  test('when another process uses the data folder', async () => {
    const first = spawn(process.execPath, [PROGRAM], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    endWithTest(first)
    await once(first.stdout, 'data')
    expect(await failure({})).toMatch(/in use|another/i)
    first.kill('SIGTERM')
    expect(await once(first, 'exit')).toEqual([0, null])
  })

  test('when the key is another one', async () => {
    expect((await start({})).code).toBe(0)
    writeFileSync(join(folder, 'other.key'), Buffer.alloc(32, 7).toString('base64'))
    expect(await failure({ SECRET_KEY_FILE: join(folder, 'other.key') })).toContain(
      'encryption key does not match',
    )
    rmSync(join(folder, 'secret.key'))
    expect(await failure({})).toMatch(/key/i)
    expect((await start({ SECRET_KEY_FILE: join(folder, 'other.key') })).code).toBe(1)
  })
})
