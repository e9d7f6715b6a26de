import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isSourceFile, isTestFile } from '../files/file-kinds.ts'
import { listFiles } from '../files/list-files.ts'
import { findSlowRegexes } from './find-slow-regexes.ts'

const WHOLE_TREE_MS = 180_000

test.each([
  ['const dots = /\\.+$/', 'Move'],
  ['const blanks = text.replace(/[ \\t]+\\n/g, "")', 'Move'],
  ['const mail = /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/', 'Trade'],
  ['const nested = /^(?:a+)+$/', 'Self'],
])('%s is found', async (source, kind) => {
  expect(await findSlowRegexes('a.ts', source)).toEqual([expect.stringContaining(kind)])
})

test.each(['const dots = /(?<!\\.)\\.+$/', 'const word = /[a-z]+/g', 'const text = "/\\\\.+$/"'])(
  '%s is in order',
  async (source) => expect(await findSlowRegexes('a.tsx', source)).toEqual([]),
)

test(
  'no expression of the product, its tools and its bench grows faster than its text',
  async () => {
    const root = process.cwd()
    const files = (await listFiles(root)).filter(
      (path) => isSourceFile(path) && !path.endsWith('.css') && !isTestFile(path),
    )
    expect(files.length).toBeGreaterThan(500)
    const faults: string[] = []
    for (const path of files) faults.push(...(await findSlowRegexes(path, await readFile(path, 'utf8'))))
    expect(faults).toEqual([])
  },
  WHOLE_TREE_MS,
)
