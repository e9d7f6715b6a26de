import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { BenchContext } from '../bench-context.ts'
import type { Figure } from '../figures/figure.ts'
import { weighFolder } from '../machine/weigh-folder.ts'
import { weighScript } from '../web-script/weigh-script.ts'

/** What the browser loads for the list of flows, and for the canvas with the panel that is open at first. */
const FIRST_PAGE = ['shell', 'flow-list']
const CANVAS_PAGE = ['shell', 'canvas-page', 'palette-panel']

/** What is loaded and installed. */
export async function measureSizes({ dist, options }: BenchContext): Promise<Figure[]> {
  execFileSync(process.execPath, [join(options.root, 'scripts/release.ts')], {
    cwd: options.root,
    stdio: 'pipe',
  })
  return [
    {
      row: 'script of the first page, gzip',
      unit: 'kB',
      samples: [weighScript(join(dist, 'web'), FIRST_PAGE)],
      target: { atMost: 250 },
      reference: '1,848 kB',
    },
    {
      row: 'script with the canvas, gzip',
      unit: 'kB',
      samples: [weighScript(join(dist, 'web'), CANVAS_PAGE)],
      target: { atMost: 450 },
      reference: '2,247 kB',
    },
    {
      row: 'install with tools (node_modules)',
      unit: 'MB',
      samples: [await weighFolder(join(options.root, 'node_modules'))],
      target: { atMost: 900 },
      reference: '2,700 MB',
    },
    {
      row: 'the release folder (without Node)',
      unit: 'MB',
      samples: [await weighFolder(join(options.root, 'release'))],
      target: { atMost: 60 },
    },
  ]
}
