import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from '../bench-context.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { signInFirst } from '../product/set-up-installation.ts'

/** How quickly the built server answers, and what it holds after the first sign-in. */
export async function measureStart(bench: BenchContext) {
  const first: number[] = []
  const second: number[] = []
  const resident: number[] = []
  const paces: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
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
    paces.push(await bench.measurePace())
  }
  return {
    firstStart: { samples: first, beside: paces, note: 'target: "starts in seconds"' },
    secondStart: { samples: second, beside: paces },
    memoryAfterSignIn: { samples: resident },
  }
}
