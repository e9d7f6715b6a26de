import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { weighScript } from './weigh-script.ts'

const folder = mkdtempSync(join(tmpdir(), 'runnel-web-'))
const scripts = {
  'index-A1.js': 'import{a}from"./part-B2.js";const page=()=>import("./canvas-page-C3.js")',
  'part-B2.js': 'export const a=1;import "./index-A1.js"',
  'canvas-page-C3.js': 'import{a}from"./part-B2.js";import"./drawing-D4.js"',
  'drawing-D4.js': 'console.log("drawn")',
}
mkdirSync(join(folder, 'assets'))
const compressed = ['index-A1.js', 'canvas-page-C3.js']
for (const [name, source] of Object.entries(scripts)) {
  writeFileSync(join(folder, 'assets', name), source)
  if (compressed.includes(name))
    writeFileSync(join(folder, 'assets', `${name}.br`), brotliCompressSync(source))
}
writeFileSync(join(folder, 'index.html'), '<script type="module" src="/assets/index-A1.js"></script>')
afterAll(() => rmSync(folder, { recursive: true }))

const weigh = (...names: (keyof typeof scripts)[]) => names.reduce((sum, name) => sum + sent(name), 0) / 1_000
const sent = (name: keyof typeof scripts) =>
  compressed.includes(name) ? brotliCompressSync(scripts[name]).length : scripts[name].length

test('counts the entry and its static imports once, not what is loaded later', () => {
  expect(weighScript(folder, [])).toBeCloseTo(weigh('index-A1.js', 'part-B2.js'))
})

test('counts a page with all that it imports', () => {
  const all = weigh('index-A1.js', 'part-B2.js', 'canvas-page-C3.js', 'drawing-D4.js')
  expect(weighScript(folder, ['canvas-page'])).toBeCloseTo(all)
})

test('refuses a chunk that the build does not have', () => {
  expect(() => weighScript(folder, ['gone'])).toThrow('no chunk "gone"')
})
