import { readExceptions } from './exceptions/read-exceptions.ts'
import { findHouseFaults } from './house/find-house-faults.ts'
import type { NodeNameEntry } from './house/find-node-name-faults.ts'
import type { SuppressionEntry } from './house/find-suppression-faults.ts'

const root = process.cwd()
const [suppressions, nodeNames] = await Promise.all([
  readExceptions<SuppressionEntry>(root, 'lint-suppressions'),
  readExceptions<NodeNameEntry>(root, 'node-names'),
])
const faults = await findHouseFaults(root, { suppressions, nodeNames })

for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0 ? 'Names and words are in order.' : `${faults.length} faults in names and words.`,
)
process.exitCode = faults.length === 0 ? 0 : 1
