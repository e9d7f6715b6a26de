import type { ServingContext } from '../context.ts'

/** How long the database may take to answer, in milliseconds: whoever asks for readiness does not wait longer. */
const PATIENCE_MS = 2_000

/** Whether this process can work: it is not ending, and its database answers. */
export async function checkReady({ worker, db, sleep }: ServingContext): Promise<boolean> {
  if (worker.isEnding) return false
  const patience = new AbortController()
  const late = sleep(PATIENCE_MS, patience.signal).then(
    () => false,
    () => false,
  )
  const answers = db.system.meta.get('keyCheck').then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answers, late])
  } finally {
    patience.abort()
  }
}
