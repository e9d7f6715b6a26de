import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteAdapter } from './sqlite-adapter.ts'

const scope = { kind: 'system' } as const

test.each([
  ['its folder is deleted', (file: string) => rmSync(join(file, '..'), { recursive: true })],
  ['its log is deleted', (file: string) => rmSync(`${file}-wal`)],
  [
    'a backup is put in its place',
    (file: string) => {
      copyFileSync(file, `${file}.backup`)
      renameSync(`${file}.backup`, file)
    },
  ],
])('a database takes nothing more when %s, and says so once', async (_, harm) => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-deleted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'runnel.db')
  const faults: unknown[] = []
  const adapter = createSqliteAdapter({ file, onFault: (error) => faults.push(error) })
  onTestFinished(() => adapter.close())
  const write = (text: string) =>
    adapter.write(scope, (db) => sql`insert into notes values (${text})`.execute(db))
  await adapter.write(scope, (db) => sql`create table notes (text text)`.execute(db))
  await write('kept')
  harm(file)
  await expect(write('lost')).rejects.toThrow('would be lost')
  await expect(write('lost as well')).rejects.toThrow('would be lost')
  expect(faults).toHaveLength(1)
})
