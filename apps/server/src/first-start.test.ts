import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@runnel/db'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openSecrets } from './open-secrets.ts'

const PROCESSES = 6

let place: TestDatabasePlace
let folder: string
let databases: Database[]

beforeEach(async () => {
  place = await createTestDatabasePlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'runnel-first-'))
  databases = [await openDatabase(place.options)]
  for (let n = 1; n < PROCESSES; n += 1) databases.push(await openDatabase(place.options))
})
afterEach(async () => {
  for (const database of databases) await database.close()
  await place.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The key file of a process, and its start. */
function start(n: number, keyFile: string) {
  const database = databases[n]
  if (!database) throw new Error('There are no more processes.')
  const env = { DATABASE_URL: 'postgres://x', SECRET_KEY_FILE: keyFile }
  return openSecrets(readConfig(folder, env), database)
}

test('processes that start for the first time at once, with one key file, agree on every secret', async () => {
  const keyFile = join(folder, 'secret.key')
  const opened = await Promise.all(databases.map((_, n) => start(n, keyFile)))
  expect(new Set(opened.map(({ sessionKey }) => sessionKey)).size).toBe(1)
  const sealed = opened[0]?.vault.seal('secret', 'x') ?? ''
  for (const { vault } of opened) expect(vault.open(sealed, 'x')).toBe('secret')
  expect(await start(0, keyFile)).toMatchObject({ sessionKey: opened[0]?.sessionKey })
})

test('of processes with key files of their own one makes the installation, the others say what to do', async () => {
  const keyFiles = databases.map((_, n) => join(folder, `${n}`, 'secret.key'))
  for (let n = 0; n < PROCESSES; n += 1) mkdirSync(join(folder, `${n}`))
  const started = await Promise.allSettled(keyFiles.map((keyFile, n) => start(n, keyFile)))
  const winners = started.flatMap((result, n) => (result.status === 'fulfilled' ? [n] : []))
  expect(winners).toHaveLength(1)
  const [winner = 0] = winners
  for (const [n, result] of started.entries()) {
    if (result.status === 'fulfilled') continue
    expect(result.reason).toMatchObject({ code: 'key_mismatch' })
    expect(existsSync(keyFiles[n] ?? ''), 'a useless key is not left behind').toBe(false)
  }
  expect(started.some(({ status }) => status === 'rejected')).toBe(true)
  const again = await start(winner, keyFiles[winner] ?? '')
  const copied = await start((winner + 1) % PROCESSES, keyFiles[winner] ?? '')
  expect(copied.sessionKey).toBe(again.sessionKey)
})
