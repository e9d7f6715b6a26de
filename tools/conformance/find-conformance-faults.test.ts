import { expect, test } from 'vitest'
import { makeTree } from '../make-tree.fixture.ts'
import { findConformanceFaults } from './find-conformance-faults.ts'
import { findNamingTests } from './find-naming-tests.ts'
import { ROWS_PATH, readRows } from './read-rows.ts'
import { renderConformance } from './render-conformance.ts'

const HEAD = 'id\tstatement\tstate\treason\n'
const named = (title: string) => `import { test } from 'vitest'\ntest(${title}, () => {})\n`

/** Rows and test files as they stand in a repository. */
async function read(rows: string, files: Record<string, string> = {}) {
  const root = await makeTree({ [ROWS_PATH]: HEAD + rows, ...files })
  return { rows: await readRows(root), tests: await findNamingTests(root) }
}

async function faultsOf(rows: string, files: Record<string, string> = {}): Promise<string[]> {
  const found = await read(rows, files)
  return findConformanceFaults(found.rows, found.tests)
}

test('titles name rows, one by one and in ranges, of tests in every form', async () => {
  const { tests } = await read('S1-A-01\tIt is\tworks\tseen\n', {
    'a/a.test.ts': `import { describe, test } from 'vitest'
      describe('a page [S1-A-01]', () => {
        test.each([1])('of %s [S1-A-02 S1-A-04..06]', () => {})
        test(\`by \${1} way [S1-A-03]\`, { timeout: 1 }, () => {})
        test('without', () => { callOther('[S1-A-09]') })
      })`,
    'a/b.test.tsx': "import { it } from 'vitest'\nit('draws [S2-B-01]', () => { const a = <b>x</b> })\n",
    'a/c.ts': named("'[S1-A-07]'"),
  })
  expect(tests).toEqual([
    { path: 'a/a.test.ts', title: 'a page', rows: ['S1-A-01'] },
    { path: 'a/a.test.ts', title: 'of %s', rows: ['S1-A-02', 'S1-A-04', 'S1-A-05', 'S1-A-06'] },
    { path: 'a/a.test.ts', title: 'by … way', rows: ['S1-A-03'] },
    { path: 'a/b.test.tsx', title: 'draws', rows: ['S2-B-01'] },
  ])
})

test.each(["'x [S1-A-1]'", "'x [S1-A-01, S1-A-02]'", "'x [S1-A-01 and more]'"])(
  'a title that names rows in another form is refused: %s',
  async (title) => {
    await expect(read('S1-A-01\tIt is\tworks\tseen\n', { 'a.test.ts': named(title) })).rejects.toThrow(
      'names no rows',
    )
  },
)

test.each(['S1-A-1\tIt is\tworks\t', 'S1-A-01\tIt is\tdone\tx', 'S1-A-01\t\tworks\tx'])(
  'a line that is no row is refused: %j',
  async (line) => {
    await expect(read(`${line}\n`)).rejects.toThrow('is no row')
  },
)

test('a row stands once', async () => {
  await expect(read('S1-A-01\ta\tworks\tx\nS1-A-01\tb\tworks\tx\n')).rejects.toThrow('twice')
})

test('rows and tests that agree have no faults', async () => {
  const rows = ['S1-A-01\ta\tworks\t', 'S1-A-02\tb\tworks\tseen by eye', 'S1-A-03\tc\tpartly\thalf']
  const files = { 'a.test.ts': named("'x [S1-A-01 S1-A-03]'") }
  expect(await faultsOf(`${[...rows, 'S1-A-04\td\tlater\tcomes'].join('\n')}\n`, files)).toEqual([])
})

test('a test of an unknown row, or of one that does not exist yet, is a fault', async () => {
  const rows = 'S1-A-01\ta\tlater\tcomes\nS1-A-02\tb\tabsent\tno\n'
  expect(await faultsOf(rows, { 'a.test.ts': named("'x [S1-A-01..03]'") })).toEqual([
    expect.stringContaining('a.test.ts proves S1-A-01, which stands as later'),
    expect.stringContaining('a.test.ts proves S1-A-02, which stands as absent'),
    expect.stringContaining('a.test.ts names S1-A-03, which is no row'),
  ])
})

test('a row without a test and without a reason is a fault', async () => {
  expect(await faultsOf('S1-A-01\ta\tworks\t\nS1-A-02\tb\tpartly\t\n')).toEqual([
    expect.stringContaining('S1-A-01 is works and has neither'),
    expect.stringContaining('S1-A-02 is partly and has neither'),
  ])
})

test('the page counts the states and shows each row with its proof', async () => {
  const { rows, tests } = await read(
    'S1-A-01\ta | b\tworks\t\nS1-A-02\tc\tworks\tseen by eye\nS2-B-01\td\tpartly\thalf\n',
    { 'a.test.ts': named("'proves it [S1-A-01 S2-B-01]'") },
  )
  const page = renderConformance(rows, tests)
  expect(page).toContain('**3 rows:** 2 works, 1 partly, 0 against, 0 absent, 0 later.')
  expect(page).toContain('Of those that work, 1 have no test.')
  expect(page).toContain('| S1-A-01 | a \\| b | works | `a.test.ts`: proves it |')
  expect(page).toContain('| S1-A-02 | c | works, no test | seen by eye |')
  expect(page).toContain('| S2-B-01 | d | partly | half<br>`a.test.ts`: proves it |')
  expect(page.indexOf('## Section 1')).toBeLessThan(page.indexOf('## Section 2'))
})
