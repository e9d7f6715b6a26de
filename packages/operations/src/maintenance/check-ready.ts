import type { ServingContext } from '../context.ts'

/** How long the database may take to answer, in milliseconds: whoever asks for readiness does not wait longer. */
const PATIENCE_MS = 2_000

/** How long a write that was taken says that others will be, in milliseconds. */
const WRITE_COUNTS_MS = 5_000

/** Of each database when a write was taken last, and the try of one that is on its way: all who ask share it. */
const writes = new WeakMap<ServingContext['db'], { at?: number; trying?: Promise<void> }>()

/** Looks whether the database answers, and takes writes: a full disk, or a standby, gives what it has and stores nothing. */
async function tryDatabase({ db, now }: ServingContext): Promise<void> {
  const known = writes.get(db) ?? {}
  writes.set(db, known)
  if (known.at !== undefined && Math.abs(now() - known.at) < WRITE_COUNTS_MS) {
    await db.system.meta.get('keyCheck')
    return
  }
  known.trying ??= db.system.meta.set('lastReady', String(now())).finally(() => {
    delete known.trying
  })
  await known.trying
  known.at = now()
}

/** Whether this process can work: it is not ending, and its database answers and takes writes. */
export async function checkReady(context: ServingContext): Promise<boolean> {
  const { worker, sleep } = context
  if (worker.isEnding) return false
  const patience = new AbortController()
  const late = sleep(PATIENCE_MS, patience.signal).then(
    () => false,
    () => false,
  )
  const answers = tryDatabase(context).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answers, late])
  } finally {
    patience.abort()
  }
}
