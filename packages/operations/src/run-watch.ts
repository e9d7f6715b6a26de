import type { EventPosition } from '@runnel/contract'

/** Somebody who reads a run and hears nothing of it. */
export interface IdleReader {
  /** The last event that was read. */
  last: EventPosition
  /** Called when there is something to read in the database, or the run is over. */
  onNews(): void
}

/**
 * The safety net of those who read runs: word that does not come over the bus, because a message was lost or a
 * process died, is found in the database.
 */
export interface RunWatch {
  /** Looks after a reader until the returned function is called. */
  watch(runId: string, reader: IdleReader): () => void
  /** Ends everybody's reading: this process shows runs no longer. */
  close(): void
  readonly isClosed: boolean
}
