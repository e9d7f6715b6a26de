import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replyFlow } from './testing/example-flows.ts'
import { makeFlow } from './testing/make-flow.ts'
import { PROGRAM } from './testing/program.ts'
import { endWithTest } from './testing/run-to-exit.ts'
import { createCaller } from './testing/test-caller.ts'
import { ADMINISTRATOR } from './testing/test-server.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runnel-damaged-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function start() {
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithTest(child)
  let said = ''
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString()
  })
  while (!said.includes('Runnel serves')) await once(child.stdout, 'data')
  const origin = /Runnel serves (\S+)/.exec(said)?.[1] ?? ''
  return {
    caller: createCaller(origin),
    said: () => said,
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Overwrites the first page of each table and index of these tables, as a bad disk would. */
function damage(tables: string[]): void {
  const file = join(folder, 'runnel.db')
  const database = new DatabaseSync(file)
  const pageSize = Number(database.prepare('pragma page_size').get()?.page_size)
  const roots = database
    .prepare(`select rootpage from sqlite_master where tbl_name in (${tables.map(() => '?').join()})`)
    .all(...tables)
    .map(({ rootpage }) => Number(rootpage))
  database.close()
  const descriptor = openSync(file, 'r+')
  for (const root of roots)
    writeSync(descriptor, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (root - 1) * pageSize)
  closeSync(descriptor)
}

test.each([
  ['a run writes its steps', ['runSteps', 'runEvents']],
  ['messages are kept', ['chatMessages']],
])(
  'who needs damaged pages when %s is told so at once, and the log says what to do',
  async (_when, tables) => {
    const healthy = await start()
    const { name, email, password } = ADMINISTRATOR
    await healthy.caller.call('POST', '/account/register', { user: { name, email, credential: password } })
    await healthy.caller.expect(200, 'POST', '/auth/login', { email, password })
    const flowId = await makeFlow(healthy.caller, replyFlow('An answer.'))
    await healthy.caller.expect(200, 'POST', `/prediction/${flowId}`, { question: 'Hi' })
    await healthy.end()
    damage(tables)
    const damaged = await start()
    const whole = await damaged.caller.call<{ message: string }>('POST', `/prediction/${flowId}`, {
      question: 'Hi',
    })
    expect([whole.status, whole.body.message]).toEqual([
      500,
      expect.stringContaining('The database is damaged'),
    ])
    const streamed = await damaged.caller.call('POST', `/prediction/${flowId}`, {
      question: 'Hi',
      streaming: true,
    })
    expect(streamed.text).toContain('The database is damaged')
    expect(`${whole.text}${streamed.text}`).not.toMatch(/malformed|SQL/)
    expect(damaged.said()).toContain('restore the newest backup')
    await damaged.end()
  },
)
