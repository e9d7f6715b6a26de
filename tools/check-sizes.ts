import { readExceptions } from './exceptions/read-exceptions.ts'
import { findSizeFaults, type SizeException } from './sizes/find-size-faults.ts'

const root = process.cwd()
const report = await findSizeFaults(root, {
  lines: await readExceptions<SizeException>(root, 'file-lines'),
  nesting: await readExceptions<SizeException>(root, 'nesting'),
})

for (const warning of report.warnings) console.warn(`warning: ${warning}`)
for (const fault of report.faults) console.error(fault)
console.log(`Median file: ${report.medianLines} lines. Faults: ${report.faults.length}.`)
process.exitCode = report.faults.length === 0 ? 0 : 1
