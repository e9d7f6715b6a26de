import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'
import { findSizeFaults } from './find-size-faults.ts'

const NO_EXCEPTIONS = { lines: [], nesting: [] }
const DEEP = `export function deep(items: number[][]) {
  for (const row of items) {
    for (const item of row) {
      if (item > 1) {
        while (item > 2) {
          return item
        }
      }
    }
  }
}
`

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `export const x${index} = ${index}\n`).join('')
}

test('short and flat files pass', async () => {
  const root = await makeTree({ 'packages/a/src/a.ts': 'export const a = 1\n' })
  expect(await findSizeFaults(root, NO_EXCEPTIONS)).toEqual({ medianLines: 1, faults: [], warnings: [] })
})

test('a file over 250 lines warns and one over 400 fails', async () => {
  const small = Object.fromEntries([1, 2, 3].map((n) => [`packages/a/src/small-${n}.ts`, 'export {}\n']))
  const root = await makeTree({
    ...small,
    'packages/a/src/b.ts': linesOf(251),
    'packages/a/src/c.ts': linesOf(401),
  })
  const report = await findSizeFaults(root, NO_EXCEPTIONS)
  expect(report.warnings).toEqual([expect.stringContaining('packages/a/src/b.ts has 251 lines')])
  expect(report.faults).toEqual([expect.stringContaining('packages/a/src/c.ts has 401 lines')])
})

test('test files may reach 600 lines and do not count for the median', async () => {
  const root = await makeTree({
    'packages/a/src/a.ts': 'export {}\n',
    'packages/a/src/b.test.ts': linesOf(600),
    'packages/a/src/c.test.ts': linesOf(601),
  })
  const report = await findSizeFaults(root, NO_EXCEPTIONS)
  expect(report.medianLines).toBe(1)
  expect(report.faults).toEqual([expect.stringContaining('c.test.ts has 601 lines, over 600')])
})

test('a median over 80 lines fails', async () => {
  const root = await makeTree({ 'packages/a/src/a.ts': linesOf(81) })
  expect((await findSizeFaults(root, NO_EXCEPTIONS)).faults).toEqual([
    'The median file has 81 lines, over 80.',
  ])
})

test('four levels of control inside each other fail with the line', async () => {
  const root = await makeTree({ 'packages/a/src/deep.ts': DEEP })
  const { faults } = await findSizeFaults(root, NO_EXCEPTIONS)
  expect(faults).toEqual(['packages/a/src/deep.ts:5 nests 4 deep, over 3: take a part out.'])
})

test('an inner function starts from zero and else-if adds no level', async () => {
  const chain = Array.from({ length: 6 }, (_, n) => `if (n === ${n}) { return 'ä' }`).join(' else ')
  const inner = `export const f = (n: number) => { for (;;) { if (n) { return () => { ${chain}\nreturn '' } } } }\n`
  const root = await makeTree({ 'packages/a/src/inner.ts': inner })
  expect((await findSizeFaults(root, NO_EXCEPTIONS)).faults).toEqual([])
})

test('an exception holds up to its value and must go once it is not needed', async () => {
  const root = await makeTree({ 'packages/a/src/deep.ts': DEEP, 'packages/a/src/flat.ts': 'export {}\n' })
  const deep = { path: 'packages/a/src/deep.ts', allowed: 4, reason: 'parser' }
  const flat = { path: 'packages/a/src/flat.ts', allowed: 500, reason: 'table' }
  expect((await findSizeFaults(root, { lines: [], nesting: [deep] })).faults).toEqual([])
  expect((await findSizeFaults(root, { lines: [flat], nesting: [deep] })).faults).toEqual([
    'packages/a/src/flat.ts no longer needs its exception: remove it.',
  ])
})
