import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findConformanceFaults } from './conformance/find-conformance-faults.ts'
import { findNamingTests } from './conformance/find-naming-tests.ts'
import { readRows } from './conformance/read-rows.ts'
import { renderConformance, TABLE_PATH } from './conformance/render-conformance.ts'

const root = process.cwd()
const rows = await readRows(root)
const tests = await findNamingTests(root)
const faults = findConformanceFaults(rows, tests)
await writeFile(join(root, TABLE_PATH), renderConformance(rows, tests))

for (const fault of faults) console.error(fault)
console.log(`${TABLE_PATH} is written: ${rows.length} rows, ${tests.length} tests that name them.`)
process.exitCode = faults.length === 0 ? 0 : 1
