import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Figure, judge, judgedValue } from '../figures/figure.ts'
import { median } from '../figures/percentile.ts'
import type { Machine } from '../machine/describe-machine.ts'

/** What is written beside the machine: rows, or what a longer command found. */
type Findings = { figures: readonly Figure[] } | { kills: unknown } | { soak: unknown } | { builds: unknown }

/** Writes what was found with every sample as JSON, named by its date; gives the path. */
export async function writeResults(folder: string, machine: Machine, findings: Findings): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${machine.date.replaceAll(':', '-')}.json`)
  const body = 'figures' in findings ? { rows: findings.figures.map(describe) } : findings
  await writeFile(path, `${JSON.stringify({ machine, ...body }, null, 2)}\n`)
  return path
}

function describe(figure: Figure) {
  const isMeasured = figure.samples.length > 0
  return {
    ...figure,
    value: isMeasured ? median(figure.samples) : null,
    judged: isMeasured ? judgedValue(figure) : null,
    met: judge(figure),
  }
}
