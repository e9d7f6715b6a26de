import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorMessage } from '@runnel/contract'
import { percentile } from '../../figures/percentile.ts'
import { forkProcess } from '../../machine/fork-process.ts'
import type { RivalVectorsFound, RivalVectorsStart } from './vector-rival.ts'

const run = promisify(execFile)

/** 200 MB, of which a release has no need: they are fetched when the row is measured, and kept for the next time. */
const LANCEDB = ['@lancedb/lancedb@0.39.0', '@lancedb/lancedb-linux-x64-gnu@0.39.0', 'apache-arrow@18.1.0']

async function fetchLanceDb(root: string): Promise<string> {
  const folder = join(root, 'node_modules/.cache/bench-lancedb-0.39.0')
  await mkdir(folder, { recursive: true })
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional', '--prefix', folder]
  await run('npm', ['install', ...flags, ...LANCEDB], { cwd: folder })
  return folder
}

interface VectorRival {
  name: string
  program: URL
  /** Fetches what is not among our packages. */
  fetchPackages?(root: string): Promise<string>
}

const RIVALS: readonly VectorRival[] = [
  {
    name: 'LanceDB 0.39',
    program: new URL('./lancedb-process.ts', import.meta.url),
    fetchPackages: fetchLanceDb,
  },
  { name: 'pgvector in PGlite', program: new URL('./pgvector-process.ts', import.meta.url) },
]

/** What is asked of each, where, and how what it found is judged. */
export interface RivalsAsked {
  entries: number
  questions: number
  nearest: number
  /** The repository. */
  root: string
  newFolder(): string
  recallOf(found: readonly number[][]): number
}

/** Asks other vector databases the same, one after the other; a sentence on each, also on one that cannot be had here. */
export async function askVectorRivals(asked: RivalsAsked): Promise<string[]> {
  const words: string[] = []
  for (const rival of RIVALS)
    words.push(await askRival(rival, asked).catch((error) => `${rival.name}: ${firstLine(error)}`))
  return words
}

const firstLine = (error: unknown) => errorMessage(error).split('\n')[0]

async function askRival({ name, program, fetchPackages }: VectorRival, asked: RivalsAsked): Promise<string> {
  const { root, newFolder, recallOf, ...wanted } = asked
  const packages = await fetchPackages?.(root)
  const child = forkProcess<RivalVectorsStart, RivalVectorsFound>(program)
  try {
    const start = { ...wanted, folder: newFolder(), ...(packages === undefined ? {} : { packages }) }
    const { found, times, fillSeconds } = await child.ask(start)
    const recall = (100 * recallOf(found)).toFixed(1)
    return `${name} ${percentile(times, 95).toFixed(1)} ms at recall ${recall} %, filled in ${fillSeconds.toFixed(0)} s`
  } finally {
    await child.stop()
  }
}
