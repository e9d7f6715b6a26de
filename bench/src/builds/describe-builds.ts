import { median } from '../figures/percentile.ts'
import type { LoadResult } from '../load/load.ts'

/** What a load found, and what an answer cost the server's process of processors, in milliseconds. */
export interface CountedLoad extends LoadResult {
  cpuMilliseconds: number
}

/** What one build did in one turn: Start → LLM by one caller, and by ten. */
export interface BuildTurn {
  one: CountedLoad
  many: CountedLoad
}

/** Both builds in one turn, one right after the other. */
export interface BuildsTurn {
  ours: BuildTurn
  other: BuildTurn
}

/** What a build did, the medians of its turns. Times are milliseconds. */
interface BuildFigures {
  build: string
  median: number
  p99: number
  perSecond: number
  /** Of an answer to one caller, and to one of ten. */
  cpuOne: number
  cpuMany: number
}

/** Two builds beside each other. */
export interface BuildsResult {
  builds: BuildFigures[]
  /** Of the medians of one caller, ours ÷ the other: above 1 a prediction costs more. One per turn, and their median. */
  ratios: number[]
  ratio: number
  /** Of the runs per second of ten callers, ours ÷ the other: the median of the turns. */
  ratioOfRuns: number
  /** Of the processor time of an answer, ours ÷ the other, to one caller and to one of ten: the medians of the turns. */
  ratiosOfCpu: { one: number; many: number }
}

/** Compares two builds turn by turn: a machine that is slow for a while is slow for both. */
export function describeBuilds(turns: readonly BuildsTurn[]): BuildsResult {
  const figures = (build: keyof BuildsTurn): BuildFigures => {
    const take = (value: (turn: BuildTurn) => number) => median(turns.map((turn) => value(turn[build])))
    return {
      build,
      median: take(({ one }) => one.median),
      p99: take(({ one }) => one.p99),
      perSecond: take(({ many }) => many.perSecond),
      cpuOne: take(({ one }) => one.cpuMilliseconds),
      cpuMany: take(({ many }) => many.cpuMilliseconds),
    }
  }
  const ratios = turns.map(({ ours, other }) => ours.one.median / other.one.median)
  const ratioOfCpu = (load: keyof BuildTurn) =>
    median(turns.map(({ ours, other }) => ours[load].cpuMilliseconds / other[load].cpuMilliseconds))
  return {
    builds: [figures('ours'), figures('other')],
    ratios,
    ratio: median(ratios),
    ratioOfRuns: median(turns.map(({ ours, other }) => ours.many.perSecond / other.many.perSecond)),
    ratiosOfCpu: { one: ratioOfCpu('one'), many: ratioOfCpu('many') },
  }
}
