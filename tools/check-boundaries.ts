import { findBoundaryViolations } from './boundaries/find-boundary-violations.ts'
import { findRoomMismatches } from './boundaries/find-room-mismatches.ts'

const root = process.cwd()
const violations = await findBoundaryViolations(root)
const mismatches = await findRoomMismatches(root)

for (const { rule, from, to, advice } of violations) console.error(`${rule}: ${from} → ${to}\n  ${advice}`)
for (const mismatch of mismatches) console.error(mismatch)

const faults = violations.length + mismatches.length
console.log(
  faults === 0 ? 'Every import keeps to the table of rooms.' : `${faults} breaches of the table of rooms.`,
)
process.exitCode = faults === 0 ? 0 : 1
