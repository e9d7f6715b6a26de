/** What a reader thread is started with. */
export interface ReaderThreadData {
  /** The database's file. */
  file: string
}

/** What a reader thread is told: to read, to forget what it has prepared as the schema changed, or to end. */
export type ToReaderThread =
  | { kind: 'read'; sql: string; parameters: readonly unknown[]; deadlineMs: number }
  | { kind: 'forget' }
  | { kind: 'close' }

/** What it answers to each `read`. An error keeps SQLite's number, by which it is told apart. */
export type FromReaderThread =
  | { rows: Record<string, unknown>[] }
  | { error: { message: string; errcode?: number; isLate: boolean } }
