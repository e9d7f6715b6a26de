import type { OwnedRun } from './owned-run.ts'

/** How long a lease lasts without being renewed, in milliseconds. */
export const LEASE_MS = 15_000

/** Runs what this process owns, and takes over what dead processes left. */
export interface RunWorker {
  /** Name of this process in leases. */
  readonly owner: string
  /** A lease of this process that begins now, by the database's clock. */
  newLease(): { owner: string; until: number }
  /** Whether this process serves as worker and can take one more run. */
  hasFreeSlot(): boolean
  /** True once it was asked to end. */
  readonly isEnding: boolean
  /** Starts a run that this process owns already; returns at once. */
  run(owned: OwnedRun): void
  /** Claims a run that is ready or whose owner died, and runs it to its end; does nothing when another was quicker. */
  takeOver(runId: string): Promise<void>
  /** Stops runs, wherever they are. */
  stop(runIds: string[]): void
  /** Begins to serve: queue, heartbeat, take-over. */
  start(): Promise<void>
  /**
   * Ends: takes nothing new, and lets the runs that are here go on for so many milliseconds. Of what is left then, the
   * finished calls are committed, and the runs are handed back, so that another process goes on at once.
   */
  close(graceMs?: number): Promise<void>
}
