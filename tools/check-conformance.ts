import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findConformanceFaults } from './conformance/find-conformance-faults.ts'
import { findNamingTests } from './conformance/find-naming-tests.ts'
import { readRows } from './conformance/read-rows.ts'
import { renderConformance, TABLE_PATH } from './conformance/render-conformance.ts'

const root = process.cwd()
const rows = await readRows(root)
const tests = await findNamingTests(root)
const written = await readFile(join(root, TABLE_PATH), 'utf8').catch(() => '')
const isFresh = written === renderConformance(rows, tests)
const faults = [
  ...findConformanceFaults(rows, tests),
  ...(isFresh ? [] : [`${TABLE_PATH} is out of date: run "npm run conformance".`]),
]

for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0
    ? 'The table of the specification is in order.'
    : `${faults.length} faults in the table of the specification.`,
)
process.exitCode = faults.length === 0 ? 0 : 1
