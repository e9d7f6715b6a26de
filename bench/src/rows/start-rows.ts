import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from '../bench-context.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { signInFirst } from '../product/set-up-installation.ts'

/** How quickly the built server answers, and what it holds after the first sign-in. */
export async function measureStart(bench: BenchContext) {
  const rounds: StartRound[] = []
  const paces: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(bench))
    rounds.push(found)
    paces.push(pace)
  }
  const firstSeconds = rounds.map((round) => round.firstSeconds)
  return {
    firstStart: { samples: firstSeconds, beside: paces, note: 'target: "starts in seconds"' },
    secondStart: { samples: rounds.map(({ secondSeconds }) => secondSeconds), beside: paces },
    memoryAfterSignIn: { samples: rounds.map(({ megabytes }) => megabytes) },
  }
}

interface StartRound {
  firstSeconds: number
  secondSeconds: number
  megabytes: number
}

async function takeRound(bench: BenchContext): Promise<StartRound> {
  await rm(join(bench.dist, 'server/compile-cache'), { recursive: true, force: true })
  const dataDir = bench.newDataDir()
  const fresh = await bench.start(dataDir)
  await signInFirst(fresh.origin)
  await fetch(fresh.origin)
  const megabytes = readResidentMegabytes(fresh.pid)
  await fresh.stop()
  const again = await bench.start(dataDir)
  await again.stop()
  return { firstSeconds: fresh.startSeconds, secondSeconds: again.startSeconds, megabytes }
}
