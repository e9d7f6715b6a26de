import { dirname, join } from 'node:path'
import { type BenchContext, openBenchContext } from './bench-context.ts'
import type { Figure } from './figures/figure.ts'
import { describeMachine } from './machine/describe-machine.ts'
import { readOptions } from './options.ts'
import { formatTable } from './report/format-table.ts'
import { writeResults } from './report/write-results.ts'
import { measureAttack } from './rows/attack-rows.ts'
import { measureKills } from './rows/kill-rows.ts'
import { measureLoad } from './rows/load-rows.ts'
import { namePostponed } from './rows/postponed-rows.ts'
import { measureSizes } from './rows/size-rows.ts'
import { measureStart } from './rows/start-rows.ts'
import { measureStreams } from './rows/stream-rows.ts'
import { measureWorker } from './rows/worker-rows.ts'

const GROUPS: Record<string, (bench: BenchContext) => Promise<Figure[]>> = {
  start: measureStart,
  load: measureLoad,
  streams: measureStreams,
  worker: measureWorker,
  kills: measureKills,
  attack: measureAttack,
  sizes: measureSizes,
  postponed: namePostponed,
}

const benchFolder = dirname(import.meta.dirname)
const options = readOptions(process.argv.slice(2), dirname(benchFolder))
const unknown = options.only.find((name) => !(name in GROUPS))
if (unknown !== undefined) throw new Error(`--only=${unknown}: there are ${Object.keys(GROUPS).join(', ')}.`)

const machine = describeMachine()
const bench = await openBenchContext(options)
const figures: Figure[] = []
try {
  for (const [name, measure] of Object.entries(GROUPS)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    console.error(`Measuring ${name} …`)
    figures.push(...(await measure(bench)))
  }
} finally {
  await bench.close()
}

const [one, five] = machine.loadBefore
console.log(
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGigabytes} GB, ${machine.platform}, Node ${machine.node}, PostgreSQL ${bench.postgres.version}, ${machine.date}, load before ${one.toFixed(1)} · ${five.toFixed(1)}, medians of ${options.runs}`,
)
console.log(formatTable(figures))
console.log(`Written to ${await writeResults(join(benchFolder, 'results'), machine, figures)}`)
