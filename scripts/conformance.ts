import { join } from 'node:path'
import { endWithLauncher } from './end-with-launcher.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runToEnd } from './run-to-end.ts'

endWithLauncher()
const program = join(REPOSITORY_ROOT, 'tools/write-conformance.ts')
process.exitCode = await runToEnd(process.execPath, [program], { cwd: REPOSITORY_ROOT })
