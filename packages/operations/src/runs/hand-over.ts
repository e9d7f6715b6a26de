import type { ServingContext } from '../context.ts'

/** Kind of the queue's jobs that let a run go on. */
export const RUN_JOB = 'run'

/**
 * Lets a stored run that nobody has go on: in this process when it has a free slot, else where the queue delivers it.
 * A failure is no error of the caller, for the run is stored: the next look for runs that nobody has finds it.
 */
export async function handOver(context: ServingContext, runId: string): Promise<void> {
  const { worker, queue, log } = context
  const warn = (error: unknown) =>
    log.warn({ err: error, runId }, 'A run could not be handed over; it is found again in some seconds')
  if (worker.hasFreeSlot()) worker.takeOver(runId).catch(warn)
  else await queue.send(RUN_JOB, runId).catch(warn)
}
