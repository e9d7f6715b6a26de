import { type ConformanceRow, type NamingTest, ROW_STATES } from './conformance-row.ts'

/** Where the written table stands, from the root of the repository. */
export const TABLE_PATH = 'docs/conformance.md'

const HEAD = `# The specification, row by row

\`npm run conformance\` writes this page from two things; nobody edits it by hand, and \`npm test -- house\` fails where it is out of date.

- \`tools/conformance/rows.tsv\` holds the statements of the specification, each with its state and, where it is not simply proven, a short reason.
- A test that proves rows names them at the end of its title, or of the title of its \`describe\`: \`test('a session ends [S4-SESS-03 S4-SESS-05]', …)\`; \`[S4-VIS-01..05]\` is five rows.

**Who adds a test:** name its rows, set their state in \`rows.tsv\`, run \`npm run conformance\`. A name that is no row fails, and so does a test of a row that stands as absent or later.

| State | means |
|---|---|
| works | holds as the specification says it; "no test" where it was only seen |
| partly | a part of it holds; the reason names the rest |
| against | the product does something else |
| absent | does not exist, and no work that is planned brings it by itself |
| later | does not exist yet; comes with its part of the product |
`

/** The page: counts on top, then a table per section of the specification. */
export function renderConformance(rows: readonly ConformanceRow[], tests: readonly NamingTest[]): string {
  const sections = Map.groupBy(rows, ({ id }) => id.slice(1, 2))
  const tables = [...sections].map(([section, own]) => renderSection(section, own, tests))
  return [HEAD, renderCounts(rows, tests), ...tables].join('\n')
}

function renderCounts(rows: readonly ConformanceRow[], tests: readonly NamingTest[]): string {
  const tested = new Set(tests.flatMap((test) => test.rows))
  const counts = ROW_STATES.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`)
  const unproven = rows.filter(({ id, state }) => state === 'works' && !tested.has(id)).length
  return `**${rows.length} rows:** ${counts.join(', ')}. Of those that work, ${unproven} have no test.\n`
}

function renderSection(
  section: string,
  rows: readonly ConformanceRow[],
  tests: readonly NamingTest[],
): string {
  const lines = rows.map((row) => {
    const proofs = tests
      .filter((test) => test.rows.includes(row.id))
      .map(({ path, title }) => `\`${path}\`: ${cell(title)}`)
    const isUnproven = row.state === 'works' && proofs.length === 0
    const state = isUnproven ? 'works, no test' : row.state
    const proof = [...(row.reason === '' ? [] : [cell(row.reason)]), ...proofs].join('<br>')
    return `| ${row.id} | ${cell(row.statement)} | ${state} | ${proof} |`
  })
  return [
    `## Section ${section}`,
    '',
    '| Row | Statement | State | Proof or reason |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

/** A text as one cell of a table. */
function cell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
