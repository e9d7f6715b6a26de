import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillInstallation } from './fill-installation.ts'

let folder: string
let database: DatabaseSync
const place = () => ({ kind: 'sqlite' as const, file: join(folder, 'runnel.db') })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runnel-fill-'))
  database = new DatabaseSync(place().file)
  database.exec(`
    create table "runs" ("id" text primary key, "messageId" text, "sessionId" text, "chatId" text, "status" text,
      "createdAt" integer, "updatedAt" integer, "startedAt" integer, "endedAt" integer, "other" text);
    create table "runSteps" ("runId" text, "path" text, primary key ("runId", "path"));
    create table "runEvents" ("runId" text, "events" text);
    create table "chatMessages" ("id" text primary key, "runId" text, "sessionId" text, "chatId" text,
      "createdAt" integer, "content" text);`)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0])

test('copies ended runs with all that belongs to them, under ids, sessions and times of their own', async () => {
  const id = (n: number) => `01a20000-0000-7000-8000-00000000000${n}`
  const insertRun = database.prepare(
    "insert into runs values (?, 'm', 's', 'c', 'finished', ?, ?, ?, ?, 'kept')",
  )
  for (const n of [1, 2]) {
    insertRun.run(id(n), 9e9, 9e9, 9e9, 9e9)
    for (const path of ['a', 'b']) database.prepare('insert into runSteps values (?, ?)').run(id(n), path)
    for (const m of [3, 4]) {
      const messageId = `01a20000-0000-7000-8000-0000${n}${m}000000`
      database.prepare("insert into chatMessages values (?, ?, 's', 'c', 9, 'text')").run(messageId, id(n))
    }
  }
  insertRun.run(id(9), 1, 1, 1, null)

  expect(await fillInstallation(place(), { runs: 6_000, sessions: 10 })).toBe(2)
  expect(count('select count(*) from runs')).toBe(6_003)
  expect(count('select count(*) from runSteps')).toBe(12_004)
  expect(count('select count(*) from chatMessages')).toBe(12_004)
  expect(count('select count(*) from chatMessages m join runs r on r.id = m.runId')).toBe(12_004)
  expect(count('select count(distinct "sessionId") from runs')).toBe(11)
  expect(count('select count(distinct "endedAt") from runs')).toBe(6_001)
  expect(count("select count(*) from runs where status = 'error'")).toBe(600)
  expect(count("select count(*) from runs where other = 'kept'")).toBe(6_003)
  await fillInstallation(place(), { runs: 10, daysEarlier: 100 })
  expect(count('select count(*) from runs')).toBe(6_013)
  expect(count(`select count(*) from runs where "endedAt" < 9e9 - 8.64e9`)).toBe(10)
})

test('refuses an installation that has ended no run', async () => {
  await expect(fillInstallation(place(), { runs: 1 })).rejects.toThrow('let the installation end a run')
})
