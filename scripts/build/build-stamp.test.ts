import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findStaleParts, writeStamp } from './build-stamp.ts'

const SOURCES = [
  'package-lock.json',
  'scripts/build/a.ts',
  'scripts/build.ts',
  'packages/contract/src/index.ts',
  'packages/graph/src/index.ts',
  'packages/access/src/index.ts',
  'packages/client/src/index.ts',
  'packages/markdown/src/index.ts',
  'packages/markup/src/index.ts',
  'packages/db/src/index.ts',
  'apps/server/src/main.ts',
  'apps/web/src/main.tsx',
]

async function put(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function makeBuiltRepository(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'runnel-build-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const path of SOURCES) await put(root, path, 'export {}')
  for (const part of findStaleParts(root)) {
    await put(root, `dist/${part.name}/built.js`, '')
    writeStamp(root, part)
  }
  return root
}

function namesOfStale(root: string): string[] {
  return findStaleParts(root).map((part) => part.name)
}

test('nothing is stale after a build', async () => {
  expect(namesOfStale(await makeBuiltRepository())).toEqual([])
})

test.each([
  ['packages/contract/src/index.ts', ['server', 'web']],
  ['packages/markdown/src/index.ts', ['server', 'web']],
  ['packages/markup/src/index.ts', ['server', 'web']],
  ['packages/db/src/index.ts', ['server']],
  ['apps/web/src/main.tsx', ['web']],
  ['apps/web/src/new.css', ['web']],
  ['package-lock.json', ['server', 'web']],
  ['packages/db/src/index.test.ts', []],
  ['packages/db/src/testing/database.ts', []],
])('a change of %s makes %j stale', async (path, stale) => {
  const root = await makeBuiltRepository()
  await put(root, path, 'export const a = 2')
  expect(namesOfStale(root)).toEqual(stale)
})

test('a file that moved makes its part stale', async () => {
  const root = await makeBuiltRepository()
  await rm(join(root, 'apps/web/src/main.tsx'))
  await put(root, 'apps/web/src/page.tsx', 'export {}')
  expect(namesOfStale(root)).toEqual(['web'])
})

test('a part whose built folder was removed is stale', async () => {
  const root = await makeBuiltRepository()
  await rm(join(root, 'dist/server'), { recursive: true })
  expect(namesOfStale(root)).toEqual(['server'])
})
