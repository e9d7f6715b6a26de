import { median } from './percentile.ts'

/** What a figure is counted in. */
export type Unit = 's' | 'ms' | 'MB' | 'kB' | 'bytes' | 'runs/s' | 'chunks/s' | '×' | '%' | 'streams'

/** What the product must reach (`docs/benchmarks.md`). */
export type Target = { atMost: number } | { atLeast: number }

/**
 * What a value becomes before it is compared with its target. Machines of one kind differ by a factor of four, so
 * that only ratios of one run say something. The pace is the runs per second of "nothing kept" (three calls to an
 * instant vendor, 10 callers), 2,600 on the machine on which the targets were set.
 * - `as-it-is`: itself, for what does not depend on the machine's speed (bytes, shares)
 * - `time`: × pace ÷ 2,600
 * - `capacity`: × 2,600 ÷ pace
 * - `share-of-pace`: ÷ pace
 * - `share-of-dbos`: ÷ what DBOS made of the same calls
 */
export type Yardstick = 'as-it-is' | 'time' | 'capacity' | 'share-of-pace' | 'share-of-dbos'

/** One row of the table of figures before it is measured. */
export interface RowSpec {
  row: string
  unit: Unit
  judgedBy: Yardstick
  /** Absent for a row that is only shown. */
  target?: Target
  /** The figure of the product that Runnel succeeds, measured on the same kind of machine. */
  reference?: string
  /** The order that brings what the row measures, while that does not exist. */
  postponedTo?: string
}

/** What a measuring group found for a row. */
export interface Measured {
  /** One value per repetition; the median is the figure. */
  samples: readonly number[]
  /** Per sample what it is set beside: the pace, or the figure of DBOS. Needed unless judged as it is. */
  beside?: readonly number[]
  /** What others did in this run. */
  others?: string
  /** The longest time in milliseconds in which the serving thread answered nobody while this was measured. */
  longestHold?: number
  /** What a reader must know to read the value. */
  note?: string
}

/** One row of the table. */
export interface Figure extends RowSpec, Measured {
  /** What went wrong while it was measured. */
  failure?: string
}

/** The verdict on a figure. */
export type Verdict = 'yes' | 'no' | 'shown' | 'failed' | 'postponed'

/** Pace of the machine on which the targets were set, in runs per second. */
export const USUAL_PACE = 2_600

/** The value of one repetition as it is judged. @throws Error without what it is set beside. */
function weigh(value: number, yardstick: Yardstick, beside: number | undefined): number {
  if (yardstick === 'as-it-is') return value
  if (beside === undefined || !(beside > 0))
    throw new Error(`A row judged by ${yardstick} needs its measure.`)
  if (yardstick === 'time') return (value * beside) / USUAL_PACE
  if (yardstick === 'capacity') return (value * USUAL_PACE) / beside
  return value / beside
}

/** The figure as it is judged: each repetition beside its own measure, then the median. @throws Error without samples. */
export function judgedValue({ samples, judgedBy, beside }: Figure): number {
  return median(samples.map((value, index) => weigh(value, judgedBy, beside?.[index])))
}

/** Whether a figure reaches its target. A row without values is never met. */
export function judge(figure: Figure): Verdict {
  if (figure.failure !== undefined) return 'failed'
  if (figure.samples.length === 0) return figure.postponedTo === undefined ? 'failed' : 'postponed'
  const { target } = figure
  if (target === undefined) return 'shown'
  const value = judgedValue(figure)
  const isMet = 'atMost' in target ? value <= target.atMost : value >= target.atLeast
  return isMet ? 'yes' : 'no'
}
