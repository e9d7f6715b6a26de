import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { BenchContext } from '../bench-context.ts'
import { weighFolder } from '../machine/weigh-folder.ts'
import { weighScript } from '../web-script/weigh-script.ts'

/** What the browser loads for the list of flows, and for the canvas with the panel that is open at first. */
const FIRST_PAGE = ['shell', 'flow-list']
const CANVAS_PAGE = ['shell', 'canvas-page', 'palette-panel']

/** What is loaded and installed. */
export async function measureSizes({ dist, options }: BenchContext) {
  execFileSync(process.execPath, [join(options.root, 'scripts/release.ts')], {
    cwd: options.root,
    stdio: 'pipe',
  })
  return {
    firstPage: { samples: [weighScript(join(dist, 'web'), FIRST_PAGE)] },
    canvasPage: { samples: [weighScript(join(dist, 'web'), CANVAS_PAGE)] },
    install: { samples: [await weighFolder(join(options.root, 'node_modules'))] },
    release: { samples: [await weighFolder(join(options.root, 'release'))] },
  }
}
