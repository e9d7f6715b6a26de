import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

test('entries of the audit log are written in two places: for what a scope owns, and for the product itself', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES, exclude: (name) => name.endsWith('.test.ts') })
  const writing = files.filter((file) =>
    readFileSync(join(SOURCES, file), 'utf8').includes("insertInto('auditEntries')"),
  )
  expect(writing.toSorted()).toEqual(['audit/append-entries.ts', 'audit/audit-writer.ts'])
})
