import { join } from 'node:path'
import { ensureBuilt } from './build/ensure-built.ts'
import { endWithLauncher } from './end-with-launcher.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runToEnd } from './run-to-end.ts'

endWithLauncher()
ensureBuilt(REPOSITORY_ROOT)
const main = join(REPOSITORY_ROOT, 'bench/src/main.ts')
process.exitCode = await runToEnd(process.execPath, [main, ...process.argv.slice(2)], {
  cwd: REPOSITORY_ROOT,
})
