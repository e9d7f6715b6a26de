import { dirname, join } from 'node:path'
import { openBenchContext } from './bench-context.ts'
import { compareBuilds } from './builds/compare-builds.ts'
import { judge } from './figures/figure.ts'
import { countLongKills } from './kills/count-long-kills.ts'
import { describeMachine } from './machine/describe-machine.ts'
import { readOptions } from './options.ts'
import { formatTable } from './report/format-table.ts'
import { writeResults } from './report/write-results.ts'
import { soak } from './soak/soak.ts'
import { GROUPS } from './table/groups.ts'
import { measureRows } from './table/measure-rows.ts'
import { ROWS } from './table/rows.ts'
import { selectRows } from './table/select-rows.ts'

/** More busy programs than this are somebody else's work. */
const BUSY = 1

const benchFolder = dirname(import.meta.dirname)
const results = join(benchFolder, 'results')
const options = readOptions(process.argv.slice(2), dirname(benchFolder))
selectRows(options.rows, ROWS, GROUPS)

const machine = describeMachine()
const bench = await openBenchContext(options)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void bench.close().finally(() => process.exit(1))
  })
const [one, five] = machine.loadBefore
const place = `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGigabytes} GB, ${machine.platform}, Node ${machine.node}, PostgreSQL ${bench.postgres.version}, ${machine.date}, load before ${one.toFixed(1)} · ${five.toFixed(1)}`
try {
  if (options.soak !== undefined) {
    const soaked = await soak(bench, options.soak)
    console.log(place)
    console.table([soaked])
    console.log(`Written to ${await writeResults(results, machine, { soak: soaked })}`)
    if (!soaked.isKept) process.exitCode = 1
  } else if (options.against !== undefined) {
    const compared = await compareBuilds(bench, options.against)
    console.log(`${place}, medians of ${options.repeat} turns`)
    if (one > BUSY) console.log('The machine was busy before the bench began: its figures say little.')
    console.table(
      compared.builds.map((each) => ({
        build: each.build,
        'median ms': each.median.toFixed(2),
        'p99 ms': each.p99.toFixed(2),
        'runs/s, 10 callers': each.perSecond.toFixed(0),
        'CPU ms': each.cpuOne.toFixed(2),
        'CPU ms, 10 callers': each.cpuMany.toFixed(2),
      })),
    )
    const ratios = compared.ratios.map((ratio) => ratio.toFixed(2)).join(', ')
    console.log(`Start → LLM, one caller, ours ÷ the other: ${compared.ratio.toFixed(3)} (${ratios})`)
    console.log(`Start → LLM, 10 callers, runs/s, ours ÷ the other: ${compared.ratioOfRuns.toFixed(3)}`)
    const { one: cpu, many: cpuOfMany } = compared.ratiosOfCpu
    console.log(
      `Processor time of an answer, ours ÷ the other: ${cpu.toFixed(3)}, 10 callers ${cpuOfMany.toFixed(3)}`,
    )
    console.log(`Written to ${await writeResults(results, machine, { builds: compared })}`)
  } else if (options.kills === undefined) {
    const figures = await measureRows(bench)
    console.log(`${place}, medians of ${options.repeat}, N = ${bench.usualPace().toFixed(0)} runs/s`)
    if (one > BUSY) console.log('The machine was busy before the bench began: its verdicts say little.')
    console.log(formatTable(figures))
    console.log(`Written to ${await writeResults(results, machine, { figures })}`)
    if (figures.some((figure) => judge(figure) === 'failed')) process.exitCode = 1
  } else {
    const counts = await countLongKills(bench, options.kills)
    console.log(place)
    console.table(counts)
    console.log(`Written to ${await writeResults(results, machine, { kills: counts })}`)
    if (counts.some(({ isKept }) => !isKept)) process.exitCode = 1
  }
} finally {
  await bench.close()
}
