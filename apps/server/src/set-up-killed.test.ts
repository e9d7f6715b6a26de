import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campaignTimeout } from '@runnel/contract/testing'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endWithTest } from './testing/run-to-exit.ts'
import { spawnProgram } from './testing/spawn-program.ts'
import { createCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

const DEADLY = join(import.meta.dirname, 'testing/die-after-commit.fixture.ts')
/** It is no more than a few: a set-up that is never answered is a fault of its own. */
const MOST_COMMITS = 20
const { name, email, password } = ADMINISTRATOR

let place: TestDatabasePlace
let folder: string

beforeEach(async () => {
  place = await createTestDatabasePlace('sqlite')
  folder = mkdtempSync(join(tmpdir(), 'runnel-set-up-'))
})
afterEach(async () => {
  await place.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Serves from a folder; dies after that commit, counted from when it serves. */
async function serve(dataDir: string, deadlyCommit?: number) {
  const file = join(dataDir, '..', 'die-after')
  rmSync(file, { force: true })
  const env = { DATA_DIR: dataDir, DIE_AFTER: file, LOG_LEVEL: 'silent' }
  const program = await spawnProgram({ place, folder, egressAllow: '', env, flags: ['--import', DEADLY] })
  endWithTest(program.process)
  if (deadlyCommit !== undefined) writeFileSync(file, String(deadlyCommit))
  const ended = once(program.process, 'exit')
  const caller = createCaller(program.origin)
  return {
    caller,
    setUp: () => caller.call('POST', '/account/register', { user: { name, email, credential: password } }),
    /** As a power cut; it may have died before. */
    async end() {
      program.process.kill('SIGKILL')
      await ended
    },
  }
}

test('the first administrator has the worked examples, after whichever commit the process died', {
  timeout: campaignTimeout(300_000),
}, async () => {
  let deaths = 0
  for (let isAnswered = false; !isAnswered; deaths += 1) {
    expect(deaths).toBeLessThan(MOST_COMMITS)
    const dataDir = join(folder, `${deaths}`, 'data')
    const dying = await serve(dataDir, deaths + 1)
    const answer = await dying.setUp().catch(() => undefined)
    isAnswered = answer !== undefined
    await dying.end()

    const next = await serve(dataDir)
    const again = await next.setUp()
    expect([201, 409]).toContain(again.status)
    await next.caller.expect(200, 'POST', '/auth/login', { email, password })
    const flows = await next.caller.expect<{ name: string; isExample?: boolean }[]>(200, 'GET', '/chatflows')
    expect([deaths, flows.length]).toEqual([deaths, 2])
    expect(flows[0]?.name).toBe('Start here: an agent with tools')
    await next.end()
  }
  expect(deaths).toBeGreaterThan(1)
})
