import { spawnSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'

const ROOT = process.cwd()

/** Each file breaks the rule that stands before it. */
const BAD_FILES: readonly (readonly [rule: string, path: string, source: string])[] = [
  ['plugin', 'packages/graph/src/clock.ts', 'export const a = Date.now()'],
  ['plugin', 'packages/engine/src/date.ts', 'export const a = new Date()'],
  ['plugin', 'packages/access/src/chance.ts', 'export const a = Math.random()'],
  ['plugin', 'apps/server/src/code.ts', "export const a = new Function('return 1')"],
  ['plugin', 'apps/server/src/code-call.ts', "export const a = Function('return 1')"],
  ['plugin', 'apps/web/src/type.ts', "export type A = import('@runnel/db').A"],
  ['plugin', 'apps/server/src/cause.ts', "try { a() } catch { throw new Error('x') }"],
  [
    'plugin',
    'apps/server/src/own-cause.ts',
    "try { a() } catch (error) { throw new RunnelError('x', String(error)) }",
  ],
  ['lint/security/noGlobalEval', 'apps/server/src/eval.ts', "export const a = eval('1')"],
  ['lint/nursery/noImpliedEval', 'apps/web/src/implied.ts', "setTimeout('a()', 1)"],
  [
    'lint/security/noDangerouslySetInnerHtml',
    'apps/web/src/html.tsx',
    'export const a = <div dangerouslySetInnerHTML={{ __html: "x" }} />',
  ],
  ['lint/style/noRestrictedImports', 'packages/drivers/src/vm.ts', "import 'node:vm'"],
  ['lint/style/noRestrictedImports', 'packages/drivers/src/sandbox/vm.ts', "import 'node:vm'"],
  ['lint/style/noRestrictedImports', 'packages/drivers/src/spawn.ts', "import 'node:child_process'"],
  ['lint/style/noProcessEnv', 'apps/server/src/env.ts', 'export const a = process.env.A'],
  ['lint/style/noDefaultExport', 'apps/server/src/default.ts', 'export default 1'],
  ['lint/style/noNonNullAssertion', 'apps/server/src/assert.ts', 'export const a = [1][0]!.toFixed()'],
  ['lint/style/useFilenamingConvention', 'apps/server/src/camelName.ts', 'export const a = 1'],
  ['lint/style/useNamingConvention', 'apps/server/src/names.ts', 'export const a_b = 1'],
  ['lint/style/useThrowOnlyError', 'apps/server/src/throw.ts', "throw 'text'"],
  ['lint/suspicious/noExplicitAny', 'apps/server/src/any.ts', 'export const a = (b: any) => b'],
  ['lint/suspicious/noConsole', 'apps/server/src/console.ts', "console.log('a')"],
  ['lint/suspicious/noFocusedTests', 'apps/server/src/a.test.ts', `test.${'only'}('a', () => {})`],
  ['lint/suspicious/noSkippedTests', 'apps/server/src/b.test.ts', `test.${'skip'}('a', () => {})`],
  ['lint/performance/noReExportAll', 'apps/server/src/star.ts', "export * from './eval.ts'"],
  [
    'lint/complexity/useMaxParams',
    'apps/server/src/params.ts',
    'export const a = (b = 1, c = 2, d = 3, e = 4) => b + c + d + e',
  ],
  ['lint/nursery/noFloatingPromises', 'apps/server/src/promise.ts', 'async function a() {}\na()'],
  ['lint/complexity/noExcessiveLinesPerFunction', 'apps/server/src/long.ts', longFunction(61)],
  ['lint/complexity/noExcessiveLinesPerFunction', 'apps/web/src/long.tsx', longFunction(121)],
  ['lint/complexity/noExcessiveCognitiveComplexity', 'apps/server/src/complex.ts', complexFunction(5)],
]

/** The same words where they are allowed. */
const GOOD_FILES: Readonly<Record<string, string>> = {
  'apps/server/src/config.ts': 'export const a = process.env.A\n',
  'apps/server/src/time.ts': 'export const a = new Date()\n',
  'packages/graph/src/fixed-date.ts': 'export const a = new Date(5)\n',
  'packages/graph/src/clock.test.ts': 'export const a = Date.now()\n',
  'packages/graph/src/index.ts': "export * from './fixed-date.ts'\n",
  'packages/drivers/src/sandbox/spawn.ts': "import 'node:child_process'\n",
  'apps/web/src/component.tsx': longFunction(119),
  'apps/server/src/kept-cause.ts':
    "try { a() } catch (cause) { throw new RunnelError('x', 'y', { cause }) }\n" +
    "try { a() } catch (error) { throw new RunnelError('x', 'y', { cause: error }) }\n" +
    "try { a() } catch (error) { a(); throw error }\nthrow new Error('x')\n",
  'scripts/a.ts': 'console.log(process.env.A)\n',
}

test('every rule of the house is seen by the linter, and only where it holds', async () => {
  const bad = Object.fromEntries(BAD_FILES.map(([, path, source]) => [path, `${source}\n`]))
  const root = await makeTree({ ...bad, ...GOOD_FILES })
  await cp(join(ROOT, 'tools/lint'), join(root, 'tools/lint'), { recursive: true })
  await cp(join(ROOT, 'biome.json'), join(root, 'biome.json'))
  const seen = lint(root)
  const missed = BAD_FILES.filter(([rule, path]) => !seen.has(`${path} ${rule}`))
  expect(missed.map(([rule, path]) => `${path} ${rule}`)).toEqual([])
  const wrong = [...seen].filter((entry) =>
    Object.keys(GOOD_FILES).some((path) => entry.startsWith(`${path} `)),
  )
  expect(wrong).toEqual([])
})

function lint(root: string): Set<string> {
  const args = [
    'lint',
    '--reporter=json',
    '--max-diagnostics=none',
    '--diagnostic-level=warn',
    '--vcs-enabled=false',
  ]
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: root, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[]
  }
  return new Set(
    diagnostics.map(({ category, location }) => {
      const path = typeof location.path === 'string' ? location.path : location.path.file
      return `${path} ${category}`
    }),
  )
}

function longFunction(lines: number): string {
  const body = Array.from({ length: lines }, (_, index) => `  list.push(${index})`).join('\n')
  return `export function fill(list: number[]): void {\n${body}\n}\n`
}

function complexFunction(depth: number): string {
  return `export function a(b: number): void {${`if (b) {`.repeat(depth)}${'}'.repeat(depth)}}`
}
