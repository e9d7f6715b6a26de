import { join } from 'node:path'
import { endWithLauncher } from './end-with-launcher.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runToEnd } from './run-to-end.ts'
import { startTestServices } from './test-services.ts'

endWithLauncher()
const services = await startTestServices()
const program = join(REPOSITORY_ROOT, 'tools/try-guards.ts')
try {
  process.exitCode = await runToEnd(process.execPath, [program, ...process.argv.slice(2)], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...services.environment },
  })
} finally {
  await services.stop()
}
