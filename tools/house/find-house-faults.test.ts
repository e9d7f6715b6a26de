import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'
import { findHouseFaults } from './find-house-faults.ts'

const CLEAN = { 'packages/a/src/a.ts': "export const route = '/api/v1/network/root'\n" }
const NONE = { suppressions: [], nodeNames: [] }
const ignore = (rule: string) => `// ${'biome'}-ignore lint/${rule}: reason\n`

test('a clean tree has no faults', async () => {
  expect(await findHouseFaults(await makeTree(CLEAN), NONE)).toEqual([])
})

test.each([
  ['docs/a.md', `see /${'work'}/main/x`, 'docs/a.md:1 names a folder of one machine.'],
  ['docs/a.md', `"/${'root'}/.npmrc"`, 'docs/a.md:1 names a folder of one machine.'],
  ['docs/a.md', `\n/tmp/${'brief'}/a.md`, 'docs/a.md:2 names a folder of one machine.'],
  ['package-lock.json', `"https://${'registry'}.example/a.tgz"`, 'package-lock.json:1 names a package host'],
  ['docs/a.md', `as ${'SPEC'} §4 says`, 'docs/a.md:1 points to a document that is not in the repository.'],
  ['a/a.test.ts', `test.${'only'}('a', () => {})`, 'a/a.test.ts:1 leaves tests out.'],
  [
    'e2e/a.test.ts',
    `await page.${'waitFor'}${'Timeout'}(300)`,
    'e2e/a.test.ts:1 waits by a clock of its own',
  ],
  [
    'e2e/a.test.ts',
    `await new Promise((r) => ${'set'}${'Timeout'}(r, 3000))`,
    'e2e/a.test.ts:1 pauses for a time of its own',
  ],
  [
    'e2e/support/a.ts',
    `\n  ${'set'}${'Timeout'}(resolve, 20)`,
    'e2e/support/a.ts:2 pauses for a time of its own',
  ],
  [
    'e2e/a.test.ts',
    `import { ${'set'}${'Timeout'} } from 'node:timers/${'promises'}'`,
    'e2e/a.test.ts:1 pauses for a time of its own',
  ],
  ['a/a.test.ts', `expect.${'poll'}(open, { timeout: 5_000 })`, 'a/a.test.ts:1 waits by a clock of its own'],
  ['a/a.behaviour.ts', `describe.${'skipIf'}(x)('a', () => {})`, 'a/a.behaviour.ts:1 leaves tests out.'],
  ['packages/a/src/utils.ts', 'export {}', 'packages/a/src/utils.ts: "utils.ts" says nothing.'],
  [
    'packages/a/src/data/helpers.ts',
    'export {}',
    'packages/a/src/data/helpers.ts: "helpers.ts" says nothing.',
  ],
  ['packages/shared/src/a.ts', 'export {}', 'packages/shared/src/a.ts: "shared" says nothing.'],
])('%s with %j is named', async (path, text, fault) => {
  const faults = await findHouseFaults(await makeTree({ ...CLEAN, [path]: text }), NONE)
  expect(faults).toEqual([expect.stringContaining(fault)])
})

test('timers that are let run, and work that a timer does, are no pause', async () => {
  const files = {
    'e2e/a.ts': `await new Promise((resolve) => ${'set'}${'Timeout'}(resolve, 0))`,
    'e2e/b.ts': `${'set'}${'Timeout'}(() => response.end(), 300)`,
  }
  expect(await findHouseFaults(await makeTree({ ...CLEAN, ...files }), NONE)).toEqual([])
})

test('a lint suppression needs its entry, and an entry needs its suppression', async () => {
  const root = await makeTree({ 'packages/a/src/a.ts': ignore('style/noVar') + ignore('style/noVar') })
  const entry = { path: 'packages/a/src/a.ts', rule: 'lint/style/noVar', reason: 'why' }
  expect(await findHouseFaults(root, NONE)).toEqual([
    'packages/a/src/a.ts lint/style/noVar is switched off 2 times, 0 are allowed.',
  ])
  expect(await findHouseFaults(root, { ...NONE, suppressions: [{ ...entry, count: 2 }] })).toEqual([])
  expect(await findHouseFaults(root, { ...NONE, suppressions: [{ ...entry, count: 3 }] })).toEqual([
    'packages/a/src/a.ts lint/style/noVar is switched off 2 times: lower its entry from 3.',
  ])
})
