import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from '../bench-context.ts'
import type { Figure } from '../figures/figure.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { signInFirst } from '../product/set-up-installation.ts'

/** How quickly the built server answers, and what it holds after the first sign-in. */
export async function measureStart(bench: BenchContext): Promise<Figure[]> {
  const first: number[] = []
  const second: number[] = []
  const resident: number[] = []
  for (let run = 0; run < bench.options.runs; run++) {
    await rm(join(bench.dist, 'server/compile-cache'), { recursive: true, force: true })
    const dataDir = bench.newDataDir()
    const fresh = await bench.start(dataDir)
    first.push(fresh.startSeconds)
    await signInFirst(fresh.origin)
    await fetch(fresh.origin)
    resident.push(readResidentMegabytes(fresh.pid))
    await fresh.stop()
    const again = await bench.start(dataDir)
    second.push(again.startSeconds)
    await again.stop()
  }
  return [
    {
      row: 'very first start (empty data folder, no compile cache) to first answered request',
      unit: 's',
      samples: first,
      target: { atMost: 2 },
      reference: '10–12 s',
      note: 'target: "starts in seconds"',
    },
    {
      row: 'built server: start to first answered request',
      unit: 's',
      samples: second,
      target: { atMost: 0.5 },
      reference: '5.3 s',
    },
    {
      row: 'resident memory after the first sign-in',
      unit: 'MB',
      samples: resident,
      target: { atMost: 120 },
      reference: '869 MB',
    },
  ]
}
