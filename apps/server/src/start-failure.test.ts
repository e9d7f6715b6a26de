import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { startFailure } from './start-failure.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-failure-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What SQLite itself says of a write into a file that may only be read. */
function writeReadOnly(folder: string): unknown {
  const file = join(folder, 'runnel.db')
  new DatabaseSync(file).close()
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.exec('create table a (b)')
  } catch (error) {
    return error
  } finally {
    database.close()
  }
}

test('a database file that may only be read is named, with what to do', () => {
  const folder = makeFolder()
  expect(startFailure(writeReadOnly(folder), readConfig(folder, {}))).toMatch(
    /runnel\.db cannot be written\. Let the user who runs Runnel write it/,
  )
})

test('a disk that is read-only is named, with what to do', () => {
  const folder = makeFolder()
  const error = Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS' })
  expect(startFailure(error, readConfig(folder, {}))).toMatch(/its disk is read-only.*Make it writable again/)
})
