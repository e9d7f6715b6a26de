/** What waits to be done: a kind of work and the id of its row. Never data: that lies in the database. */
export interface QueueJob {
  kind: string
  id: string
}

/** Does one job. What it throws brings the job back later. */
export type QueueHandler = (job: QueueJob) => Promise<void>

/**
 * Delivers jobs at least once: a job may come twice (a worker died, or was slow to confirm), so the handler
 * claims the row by its lease first. A failed job comes back after a growing pause, some ten times.
 */
export interface RunQueue {
  /** Begins to take jobs, at most `slots` at once. Call it once; a process that only sends never does. */
  start(handler: QueueHandler, options: { slots: number }): Promise<void>
  /** Puts a job in; resolves when it is kept as safely as the driver can. `delayMs` holds it back. */
  send(kind: string, id: string, options?: { delayMs?: number }): Promise<void>
  /** Takes no more jobs, waits for those under way (at most `graceMs`, 10 s), and ends. */
  stop(options?: { graceMs?: number }): Promise<void>
}

/** How often, and after which pause, a failed job comes back. */
export const QUEUE_RETRIES = 10
/** The first pause in milliseconds; it doubles, up to a minute. */
export const FIRST_RETRY_MS = 1000
/** How long `stop` waits where nothing else is said, in milliseconds. */
export const STOP_GRACE_MS = 10_000
