import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROGRAM } from './testing/program.ts'
import { endWithTest } from './testing/run-to-exit.ts'
import { createCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

const FAILING = join(import.meta.dirname, 'testing/fail-syncs.fixture.ts')

test('a disk that fails ends the process with one plain line, and the next one goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-disk-'))
  const flag = join(folder, 'no-more-syncs')
  const { name, email, password } = ADMINISTRATOR
  const start = async () => {
    const child = spawn(process.execPath, ['--import', FAILING, PROGRAM], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', FAIL_SYNCS: flag },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    endWithTest(child)
    let err = ''
    child.stderr.on('data', (part: Buffer) => {
      err += part.toString()
    })
    const [line] = await once(child.stdout, 'data')
    const origin = /Runnel serves (\S+)/.exec(String(line))?.[1] ?? ''
    return { child, caller: createCaller(origin), err: () => err }
  }
  const first = await start()
  await first.caller.expect(201, 'POST', '/account/register', { user: { name, email, credential: password } })
  writeFileSync(flag, '')
  const ended = once(first.child, 'exit')
  await Promise.allSettled([first.caller.call('POST', '/auth/login', { email, password })])
  expect(await ended).toEqual([1, null])
  expect(first.err()).toMatch(/^The disk under \S+runnel\.db failed \(EIO.*\)\. Runnel ends, .*\n$/)
  rmSync(flag)
  const second = await start()
  await second.caller.expect(200, 'POST', '/auth/login', { email, password })
  const over = once(second.child, 'exit')
  second.child.kill('SIGTERM')
  await over
  rmSync(folder, { recursive: true, force: true })
})
