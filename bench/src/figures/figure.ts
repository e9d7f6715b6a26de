/** What a figure is counted in. */
export type Unit = 's' | 'ms' | 'MB' | 'kB' | 'runs/s' | '×' | '%' | 'streams'

/** What the product must reach (`docs/benchmarks.md`). */
export type Target = { atMost: number } | { atLeast: number }

/** One row of the table. */
export interface Figure {
  row: string
  unit: Unit
  /** One value per repetition; the median is the figure. Empty when the row is postponed to a later order. */
  samples: readonly number[]
  target: Target
  /** The figure of the product that Runnel succeeds, measured on the same kind of machine. */
  reference?: string
  /** What others did in this run, or at the time that the table names. */
  others?: string
  /** What a reader must know to read the value. */
  note?: string
}

/** The verdict on a figure. */
export type Verdict = 'yes' | 'no' | 'postponed'

/** Middle of the values; of an even number the mean of the middle two. @throws Error without values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Linear percentile (0–100) of the values. @throws Error without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = ((sorted.length - 1) * share) / 100
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  if (low === undefined || high === undefined) throw new Error('A percentile needs at least one value.')
  return low + (high - low) * (place - Math.floor(place))
}

/** Whether a figure reaches its target. */
export function judge({ samples, target }: Pick<Figure, 'samples' | 'target'>): Verdict {
  if (samples.length === 0) return 'postponed'
  const value = median(samples)
  const isMet = 'atMost' in target ? value <= target.atMost : value >= target.atLeast
  return isMet ? 'yes' : 'no'
}
