import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endWithLauncher } from './end-with-launcher.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runToEnd } from './run-to-end.ts'

endWithLauncher()
const args = process.argv.slice(2)
if (args.length === 0) {
  console.error('Name what to add: npm run add -- package@version [-w @runnel/room].')
  process.exit(2)
}
process.exitCode = await runToEnd(
  process.execPath,
  [process.env.npm_execpath ?? findNpm(), 'install', '--save-exact', ...args],
  { cwd: REPOSITORY_ROOT },
)

/** npm is a JavaScript file behind the name on the path: it runs under this Node, not under the machine's own. */
function findNpm(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      return realpathSync(join(folder, 'npm'))
    } catch {}
  }
  console.error('npm is not on the path: install it, or run "npm run add -- …".')
  return process.exit(1)
}
