import type { OperationContext } from './context.ts'

/** How long a deletion is waited for; what is left then goes on by itself, and at the next maintenance. */
const PATIENCE_MS = 1_000

/** Waits a while for what takes deleted rows away; a failure is told to the log, for maintenance goes on with it. */
export async function waitForErasure(
  { log, sleep }: Pick<OperationContext, 'log' | 'sleep'>,
  erasure: Promise<void>,
  details: object,
): Promise<void> {
  const patience = new AbortController()
  const erased = erasure
    .catch((error: unknown) =>
      log.warn({ err: error, ...details }, 'What was deleted is still there in part; going on with it later'),
    )
    .finally(() => patience.abort())
  await Promise.race([erased, sleep(PATIENCE_MS, patience.signal).catch(() => undefined)])
}
