import type { RowSpec } from '../figures/figure.ts'

/** Rows of what an installation does with what it has kept. A million runs a day are 11.6 a second. */
export const KEEPING_ROWS = {
  fullStartSqlite: {
    row: 'start to first answered request, 100,000 runs in the database, SQLite',
    unit: 's',
    judgedBy: 'time',
    target: { atMost: 0.3 },
  },
  fullStartPostgres: {
    row: 'start to first answered request, 100,000 runs in the database, PostgreSQL',
    unit: 's',
    judgedBy: 'time',
    target: { atMost: 0.3 },
  },
  retentionSqlite: {
    row: 'journals past their time removed, beside a caller, SQLite',
    unit: 'runs/s',
    judgedBy: 'capacity',
    target: { atLeast: 116 },
  },
  retentionWaitSqlite: {
    row: 'what another request waited while they went, SQLite',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 20 },
  },
  retentionSpaceSqlite: {
    row: 'of their space given back to the disk, SQLite',
    unit: '%',
    judgedBy: 'as-it-is',
    target: { atLeast: 90 },
  },
  retentionPostgres: {
    row: 'journals past their time removed, beside a caller, PostgreSQL',
    unit: 'runs/s',
    judgedBy: 'capacity',
    target: { atLeast: 116 },
  },
  retentionWaitPostgres: {
    row: 'what another request waited while they went, PostgreSQL',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 20 },
  },
  retentionSpacePostgres: {
    row: 'of their space filled again by the next runs, PostgreSQL',
    unit: '%',
    judgedBy: 'as-it-is',
    target: { atLeast: 90 },
  },
} as const satisfies Readonly<Record<string, RowSpec>>
