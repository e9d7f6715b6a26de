import type { RunFlowOptions } from './engine-ports.ts'

/** A run as far as its time is concerned. */
interface RunSoFar extends Pick<RunFlowOptions, 'fence' | 'idleMs'> {
  /** ISO time at which the run was accepted. */
  startedAt: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Milliseconds that earlier owners of a run have used up: all since it was accepted, without the time in which nobody
 * had it. So an outage ends no run, and a run that is taken over again and again comes to its end.
 */
export function measureRunTime({ fence, idleMs, startedAt, now }: RunSoFar): number {
  if (fence <= 1) return 0
  return Math.max(0, now - Date.parse(startedAt) - idleMs)
}
