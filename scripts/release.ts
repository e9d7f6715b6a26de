import { ensureBuilt } from './build/ensure-built.ts'
import { endWithLauncher } from './end-with-launcher.ts'
import { writeRelease } from './release/write-release.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

endWithLauncher()
ensureBuilt(REPOSITORY_ROOT)
console.log(`The release is in ${await writeRelease(REPOSITORY_ROOT)}.`)
