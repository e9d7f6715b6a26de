/** How a statement of the specification stands. */
export const ROW_STATES = ['works', 'partly', 'against', 'absent', 'later'] as const
export type RowState = (typeof ROW_STATES)[number]

/** One statement of the specification: a line of `rows.tsv`. */
export interface ConformanceRow {
  readonly id: string
  readonly statement: string
  readonly state: RowState
  /** What is missing, or for a row that works without a test how that was seen; empty where a test says it all. */
  readonly reason: string
}

/** A test that names rows. */
export interface NamingTest {
  readonly path: string
  /** Without the names of rows. */
  readonly title: string
  readonly rows: readonly string[]
}
