import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.(test|fixture|behaviour)\.tsx?$|\/testing(\/|\.ts$)/.test(file),
)

/** Files of the product whose text has the pattern. */
const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8'))).sort()

test('the sources are found', () => {
  expect(sources.length).toBeGreaterThan(500)
})

test('no code is made from text outside the sandbox', () => {
  expect(filesWith(/\bnew Function\s*\(|[^.\w]eval\s*\(|\bimport\(\s*[^'"\s)]/)).toEqual([])
  expect(filesWith(/(from|import|require)\s*\(?\s*['"](node:)?(vm|repl|inspector)(\/promises)?['"]/)).toEqual(
    [],
  )
})

test('processes are started where they are confined, and nowhere else', () => {
  expect(filesWith(/['"](node:)?child_process['"]/)).toEqual([
    'packages/drivers/src/documents/run-document-child.ts',
    'packages/drivers/src/sandbox/child-process.ts',
    'packages/drivers/src/tool-servers/program-transport.ts',
  ])
})

test('no package is installed that makes code from text or runs what it is told', () => {
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const names = Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1) ?? '')
  expect(names).toContain('quickjs-emscripten')
  const banned =
    /^(vm2|isolated-vm|node-serialize|serialize-to-js|funcster|safe-eval|static-eval|notevil|expr-eval|alasql|jsonpath|ejs|pug|lodash\.template|doT|handlebars|nunjucks|mathjs|pyodide|eval)$/
  expect(names.filter((name) => banned.test(name))).toEqual([])
})
