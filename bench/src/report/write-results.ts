import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Figure, judge, median } from '../figures/figure.ts'
import type { Machine } from '../machine/describe-machine.ts'

/** Writes the figures with every sample as JSON, named by its date; gives the path. */
export async function writeResults(
  folder: string,
  machine: Machine,
  figures: readonly Figure[],
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${machine.date.replaceAll(':', '-')}.json`)
  const rows = figures.map((figure) => ({
    ...figure,
    value: figure.samples.length === 0 ? null : median(figure.samples),
    met: judge(figure),
  }))
  await writeFile(path, `${JSON.stringify({ machine, rows }, null, 2)}\n`)
  return path
}
