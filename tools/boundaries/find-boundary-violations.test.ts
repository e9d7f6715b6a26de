import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'
import { findBoundaryViolations } from './find-boundary-violations.ts'
import { ROOMS } from './rooms.ts'

const DOORS: Readonly<Record<string, Record<string, string>>> = {
  contract: { '.': './src/index.ts', './wire': './src/wire.ts' },
  db: { '.': './src/index.ts', './testing': './src/testing.ts' },
}

const SOUND = {
  'packages/contract/src/index.ts': "export { flow } from './flow.ts'\n",
  'packages/contract/src/flow.ts': "import { z } from 'zod'\nexport const flow = z.string()\n",
  'packages/contract/src/wire.ts': 'export const wire = 1\n',
  'packages/node-kit/src/index.ts': 'export const kit = 1\nexport type Kit = number\n',
  'packages/access/src/index.ts': "import { flow } from '@runnel/contract'\nexport const can = flow\n",
  'packages/db/src/index.ts':
    "import { Kysely } from 'kysely'\nimport 'node:sqlite'\nexport const db = Kysely\n",
  'packages/db/src/testing.ts': "import { test } from 'vitest'\nexport const suite = test\n",
  'packages/db/src/inner.ts': 'export const inner = 1\n',
}

async function violationsWith(files: Readonly<Record<string, string>>): Promise<string[]> {
  const manifests = ROOMS.map((room): [string, string] => [
    `${room.folder}/package.json`,
    JSON.stringify({ name: `@runnel/${room.name}`, exports: DOORS[room.name] ?? { '.': './src/index.ts' } }),
  ])
  const root = await makeTree({ ...Object.fromEntries(manifests), ...SOUND, ...files })
  await mkdir(join(root, 'node_modules/@runnel'), { recursive: true })
  for (const room of ROOMS)
    await symlink(join(root, room.folder), join(root, 'node_modules/@runnel', room.name))
  const found = await findBoundaryViolations(root)
  return found
    .filter((violation) => !isMissingPackage(violation))
    .map((violation) => `${violation.rule}: ${violation.from}`)
}

/** The fixture installs no packages, so that each import of one is also reported as unresolved. */
function isMissingPackage(violation: { rule: string; to: string }): boolean {
  return violation.rule === 'no-unresolved-import' && !violation.to.startsWith('.')
}

test('a tree that keeps to the table has no violation', async () => {
  expect(await violationsWith({})).toEqual([])
})

test.each([
  ['access-imports', 'packages/access/src/a.ts', "import '@runnel/db'"],
  ['access-imports', 'packages/access/src/a.ts', "import type { X } from '@runnel/db'"],
  ['access-imports', 'packages/access/src/a.ts', "export const x = import('@runnel/db')"],
  ['access-imports', 'packages/access/src/a.ts', "export { db } from '@runnel/db'"],
  ['access-imports', 'packages/access/src/a.ts', "import { readFileSync } from 'node:fs'"],
  ['access-imports', 'packages/access/src/a.ts', "import { z } from 'zod'"],
  ['operations-imports', 'packages/operations/src/a.ts', "import { sql } from 'kysely'"],
  ['operations-imports', 'packages/operations/src/a.ts', "import { inner } from '@runnel/db/src/inner.ts'"],
  ['operations-imports', 'packages/operations/src/a.ts', "import { nodes } from '@runnel/nodes'"],
  ['operations-network', 'packages/operations/src/a.ts', "import { request } from 'node:http'"],
  [
    'operations-types-only',
    'packages/operations/src/a.ts',
    "import { kit } from '@runnel/node-kit'\nexport const x = kit",
  ],
  ['operations-neighbours', 'packages/operations/src/flows/a.ts', "import { x } from '../runs/b.ts'"],
  ['operations-neighbours', 'packages/operations/src/variables/a.ts', "import { x } from '../runs/b.ts'"],
  ['operations-ground', 'packages/operations/src/a.ts', "import { x } from './runs/b.ts'"],
  ['operations-relative-leap', 'packages/operations/src/a.ts', "import { db } from '../../db/src/index.ts'"],
  ['tests-only', 'packages/operations/src/a.ts', "import { suite } from '@runnel/db/testing'"],
  ['client-imports', 'packages/client/src/a.ts', "import axios from 'axios'"],
  ['providers-imports', 'packages/providers/src/a.ts', "import { createServer } from 'node:http'"],
  ['nodes-imports', 'packages/nodes/src/llm/run.ts', "import { openai } from '@ai-sdk/openai'"],
  ['nodes-neighbours', 'packages/nodes/src/llm/run.ts', "import { x } from '../other/node.ts'"],
  ['nodes-shared', 'packages/nodes/src/llm/run.ts', "import { x } from '../loose.ts'"],
  ['nodes-sisters', 'packages/nodes/src/llm/one/run.ts', "import { x } from '../two/run.ts'"],
  ['nodes-imports', 'packages/nodes/src/llm/run.ts', "import { x } from 'built'"],
  ['web-neighbours', 'apps/web/src/features/chat/a.tsx', "import { x } from '../canvas/b.tsx'"],
  ['web-neighbours', 'apps/web/src/features/canvas/session/a.ts', "import { x } from '../view/c.tsx'"],
  ['web-imports', 'apps/web/src/a.tsx', "import { run } from '@runnel/engine'"],
  ['server-imports', 'apps/server/src/a.ts', "import { Pool } from 'pg'"],
  ['e2e-imports', 'e2e/a.ts', "import { db } from '@runnel/db'"],
  ['tools-imports', 'tools/a.ts', "import { db } from '@runnel/db'"],
  ['db-own-barrel', 'packages/db/src/a.ts', "import { db } from './index.ts'"],
  ['access-tests', 'packages/access/src/a.test.ts', "import { suite } from '@runnel/db/testing'"],
  ['wire-without-zod', 'packages/contract/src/wire.ts', "export { flow } from './flow.ts'"],
  [
    'wire-without-zod',
    'packages/contract/src/wire.ts',
    "export type { Flow } from './flow.ts'\nexport { flow } from './flow.ts'",
  ],
  ['providers-neighbours', 'packages/providers/src/openai/a.ts', "import { demo } from '../demo/demo.ts'"],
  ['no-unresolved-import', 'packages/db/src/a.ts', "import { b } from './b.ts'"],
])('%s refuses %s: %s', async (rule, path, source) => {
  const neighbours = {
    'node_modules/built/package.json': '{ "name": "built", "exports": "./dist/index.js" }',
    'node_modules/built/dist/index.js': 'export const x = 1\n',
    'packages/nodes/src/other/node.ts': 'export const x = 1\n',
    'packages/nodes/src/loose.ts': 'export const x = 1\n',
    'packages/nodes/src/llm/two/run.ts': 'export const x = 1\n',
    'packages/nodes/src/index.ts': 'export const nodes = 1\n',
    'packages/engine/src/index.ts': 'export const run = 1\n',
    'apps/web/src/features/canvas/b.tsx': 'export const x = 1\n',
    'packages/operations/src/runs/b.ts': 'export const x = 1\n',
    'apps/web/src/features/canvas/view/c.tsx': 'export const x = 1\n',
    'packages/providers/src/demo/demo.ts': 'export const demo = 1\n',
  }
  expect(await violationsWith({ ...neighbours, [path]: `${source}\n` })).toContain(`${rule}: ${path}`)
})

test('no-cycle refuses a cycle made of types alone', async () => {
  const found = await violationsWith({
    'packages/db/src/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1\n",
    'packages/db/src/b.ts': "import type { A } from './a.ts'\nexport type B = A | 2\n",
  })
  expect(found.map((line) => line.split(':')[0])).toContain('no-cycle')
})

test('tests may enter the testing doors of the rooms their own room enters', async () => {
  const source = "import { suite } from '@runnel/db/testing'\nimport 'node:http'\nsuite('x', () => {})\n"
  expect(await violationsWith({ 'packages/operations/src/a.test.ts': source })).toEqual([])
})

test('a file with using declarations is followed, also inside them', async () => {
  const source =
    "export async function a() {\n  await using b = await import('@runnel/operations')\n  return b\n}\n"
  expect(await violationsWith({ 'packages/db/src/a.ts': source })).toContain(
    'db-imports: packages/db/src/a.ts',
  )
})

test('types from files with zod are open to the door without it', async () => {
  const source = "export type { Flow } from './flow.ts'\n"
  expect(await violationsWith({ 'packages/contract/src/wire.ts': source })).toEqual([])
})

test('vendor folders may stand on the folder that is open to them', async () => {
  const files = {
    'packages/providers/src/openai/a.ts': "import { sdk } from '../ai-sdk/sdk.ts'\nexport const a = sdk\n",
    'packages/providers/src/ai-sdk/sdk.ts': 'export const sdk = 1\n',
  }
  expect(await violationsWith(files)).toEqual([])
})

test('types of node-kit are open to the engine', async () => {
  const source = "import type { Kit } from '@runnel/node-kit'\nexport type X = Kit\n"
  expect(await violationsWith({ 'packages/engine/src/a.ts': source })).toEqual([])
})

test('folders stand on those that the table names, and all on the ground', async () => {
  const files = {
    'packages/operations/src/index.ts': "export { a } from './chat/a.ts'\n",
    'packages/operations/src/context.ts': 'export const context = 1\n',
    'packages/operations/src/runs/b.ts': "export { context } from '../context.ts'\n",
    'packages/operations/src/chat/a.ts': "export { context as a } from '../runs/b.ts'\n",
  }
  expect(await violationsWith(files)).toEqual([])
})
