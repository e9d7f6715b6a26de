import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'

const ROOT = process.cwd()
const PURE_ROOMS = ['contract', 'graph', 'access', 'engine']

async function compile(room: string, source: string): Promise<string> {
  const root = await makeTree({
    'a.ts': source,
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({
      extends: join(ROOT, 'packages', room, 'tsconfig.json'),
      compilerOptions: { rootDir: '.', outDir: 'out', tsBuildInfoFile: 'out/info' },
      include: ['a.ts', join(ROOT, 'tools/platform-types/pure.d.ts')],
      references: [],
    }),
  })
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  return spawnSync(tsc, ['-p', root, '--pretty', 'false'], { encoding: 'utf8' }).stdout
}

test.each(PURE_ROOMS)('%s can name neither machine nor network nor timers', async (room) => {
  const names = ['process', 'fetch', 'setTimeout', 'document', 'console', 'crypto', 'performance', 'Buffer']
  const output = await compile(room, names.map((name) => `export const ${name}Of = ${name}`).join('\n'))
  for (const name of names) expect(output).toContain(`Cannot find name '${name}'`)
  expect(await compile(room, 'export const a = AbortSignal.timeout(1)')).toContain("'timeout' does not exist")
})

test('what computes and holds is there', async () => {
  const source = `
    export const signal = AbortSignal.any([new AbortController().signal])
    export const bytes = new TextEncoder().encode(new URL('a:b').href)
    export const copy = structuredClone({ a: 1 }).a.toFixed()
  `
  expect(await compile('graph', source)).toBe('')
})
