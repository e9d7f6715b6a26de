import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree } from './guards/copy-tree.ts'
import { findGuardFaults } from './guards/find-guard-faults.ts'
import type { Guard } from './guards/guard.ts'
import { GUARDS } from './guards/guards.ts'
import { runGuardTest } from './guards/run-guard-test.ts'

const LAST_LINES = 40

/** Runs a guard's test with the guard and without it; gives what is wrong, nothing when it fails without it alone. */
async function tryGuard(root: string, guard: Guard): Promise<string | undefined> {
  const before = await runGuardTest(root, guard)
  if (before.ran === 0) return `its test did not run:\n${endOf(before.output)}`
  if (before.failed > 0) return `its test fails with the guard in place:\n${endOf(before.output)}`
  const originals = await takeOut(root, guard)
  try {
    const after = await runGuardTest(root, guard)
    if (after.ran === 0) return `without the guard its test did not run:\n${endOf(after.output)}`
    return after.failed > 0 ? undefined : 'its test passes without the guard'
  } finally {
    for (const [path, text] of originals) await writeFile(path, text)
  }
}

/** Changes the sources; gives them as they were. */
async function takeOut(root: string, { changes }: Guard): Promise<Map<string, string>> {
  const originals = new Map<string, string>()
  for (const { file, text, instead } of changes) {
    const path = join(root, file)
    const source = await readFile(path, 'utf8')
    if (!originals.has(path)) originals.set(path, source)
    await writeFile(
      path,
      source.replace(text, () => instead),
    )
  }
  return originals
}

const endOf = (output: string) => output.split('\n').slice(-LAST_LINES).join('\n')

const faults = await findGuardFaults(process.cwd(), GUARDS)
for (const fault of faults) console.error(fault)
const wanted = process.argv.slice(2)
const chosen = GUARDS.filter(({ against }) => wanted.every((word) => against.includes(word)))
if (chosen.length === 0) console.error(`No guard is against "${wanted.join(' ')}".`)
const copy = await copyTree(process.cwd())
let failures = faults.length + (chosen.length === 0 ? 1 : 0)
try {
  for (const guard of chosen) {
    const startedAt = performance.now()
    const fault = await tryGuard(copy.root, guard)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)
    console.log(
      `${fault === undefined ? 'fails without it' : 'NOT PROVEN     '} ${seconds} s  ${guard.against}`,
    )
    console.log(`                         ${guard.test.file}: ${guard.test.title}`)
    if (fault === undefined) continue
    failures += 1
    console.error(fault)
  }
} finally {
  await copy.remove()
}
console.log(
  `${chosen.length - failures} of ${chosen.length} guards are proven by a test that fails without them.`,
)
process.exitCode = failures === 0 ? 0 : 1
