import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build/ensure-built.ts'
import { endWithLauncher } from './end-with-launcher.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

endWithLauncher()
ensureBuilt(REPOSITORY_ROOT)
process.argv.splice(2, 0, 'admin')
await import(pathToFileURL(join(REPOSITORY_ROOT, 'dist/server/main.js')).href)
