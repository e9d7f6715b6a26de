import { readExceptions } from './exceptions/read-exceptions.ts'
import { findHouseFaults } from './house/find-house-faults.ts'
import type { SuppressionEntry } from './house/find-suppression-faults.ts'

const root = process.cwd()
const allowed = await readExceptions<SuppressionEntry>(root, 'lint-suppressions')
const faults = await findHouseFaults(root, allowed)

for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0 ? 'Names and words are in order.' : `${faults.length} faults in names and words.`,
)
process.exitCode = faults.length === 0 ? 0 : 1
