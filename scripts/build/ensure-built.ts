import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findStaleParts } from './build-stamp.ts'

/** Node's own taking out of types still calls itself an experiment, at each use. */
const QUIET = '--disable-warning=ExperimentalWarning'

/**
 * Builds what is stale in a process of its own, so that the builder's memory is gone when the product runs.
 * Ends this process with the builder's exit code when the build fails.
 */
export function ensureBuilt(root: string): void {
  if (findStaleParts(root).length === 0) return
  const builder = join(root, 'scripts/build.ts')
  const { status } = spawnSync(process.execPath, [QUIET, builder], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
