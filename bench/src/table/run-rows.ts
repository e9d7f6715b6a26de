import type { RowSpec } from '../figures/figure.ts'

/** Rows of what becomes of a model's answers: how soon they are safe, and how much of them is borne. */
export const RUN_ROWS = {
  windowPlainSqlite: {
    row: 'from a plain answer of the vendor to its commit at most, one caller, p99, SQLite',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 20 },
  },
  windowStreamedSqlite: {
    row: 'from a streamed answer of the vendor to its commit at most, one caller, p99, SQLite',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 20 },
  },
  windowPlainPostgres: {
    row: 'from a plain answer of the vendor to its commit at most, one caller, p99, PostgreSQL',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 20 },
  },
  windowStreamedPostgres: {
    row: 'from a streamed answer of the vendor to its commit at most, one caller, p99, PostgreSQL',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 20 },
  },
  longStreamsSqlite: {
    row: 'of 100 streams of 20,000 tokens at once come whole, SQLite',
    unit: '%',
    judgedBy: 'as-it-is',
    target: { atLeast: 100 },
  },
  longMemorySqlite: {
    row: 'highest resident memory meanwhile, SQLite',
    unit: 'MB',
    judgedBy: 'as-it-is',
  },
  largeAnswerSqlite: {
    row: 'an answer of just under 8 MB holds the serving thread, SQLite',
    unit: 'ms',
    judgedBy: 'time',
  },
  longStreamsPostgres: {
    row: 'of 100 streams of 20,000 tokens at once come whole, PostgreSQL',
    unit: '%',
    judgedBy: 'as-it-is',
    target: { atLeast: 100 },
  },
  longMemoryPostgres: {
    row: 'highest resident memory meanwhile, PostgreSQL',
    unit: 'MB',
    judgedBy: 'as-it-is',
  },
  largeAnswerPostgres: {
    row: 'an answer of just under 8 MB holds the serving thread, PostgreSQL',
    unit: 'ms',
    judgedBy: 'time',
  },
} as const satisfies Readonly<Record<string, RowSpec>>
