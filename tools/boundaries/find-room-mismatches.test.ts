import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'
import { findRoomMismatches } from './find-room-mismatches.ts'

function tsconfig(...paths: string[]): string {
  return JSON.stringify({ references: paths.map((path) => ({ path })) })
}

function manifest(dependencies: string[], devDependencies: string[] = []): string {
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [`@runnel/${name}`, '0.1.0']))
  return JSON.stringify({
    dependencies: versions(dependencies),
    devDependencies: versions(devDependencies),
  })
}

test('a room whose package.json and tsconfig files agree with the table is in order', async () => {
  const root = await makeTree({
    'packages/db/package.json': manifest(['contract'], ['access']),
    'packages/db/tsconfig.json': tsconfig('../contract'),
    'packages/db/tsconfig.test.json': tsconfig(
      './tsconfig.json',
      '../contract',
      '../contract/tsconfig.test.json',
      '../access',
      '../access/tsconfig.test.json',
    ),
  })
  expect(await findRoomMismatches(root)).toEqual([])
})

test('a dependency on a closed room, a lacking reference and a needless one are named', async () => {
  const root = await makeTree({
    'packages/db/package.json': manifest(['contract', 'operations']),
    'packages/db/tsconfig.json': tsconfig('../operations', '../access'),
  })
  expect(await findRoomMismatches(root)).toEqual([
    'packages/db/package.json depends on operations, which it may not enter.',
    'packages/db/tsconfig.json lacks a reference to packages/contract.',
    'packages/db/tsconfig.json refers to packages/access without need.',
  ])
})

test('the repository itself is in order', async () => {
  expect(await findRoomMismatches(process.cwd())).toEqual([])
})
