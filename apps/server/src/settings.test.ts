import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from './settings.ts'

test('the page of settings has a row for each, and for none that is not there', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual(Object.keys(settings).toSorted())
})
