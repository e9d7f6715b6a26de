import type { OperationContext } from '../context.ts'
import { eraseStrayFiles } from '../uploads/erase-files.ts'
import { takeRetentionTime } from './retention-time.ts'

/** How long answers to `Idempotency-Key` and unused snapshots are kept, in milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1_000
/** How long vectors are kept that nobody searches: they can be made again from the documents. */
const VECTORS_MS = 30 * DAY_MS
/** Entries that are deleted in one transaction. */
const VECTOR_SLICE = 500
/** Longest rest between two slices, in milliseconds. */
const LONGEST_REST_MS = 250
/** How long tries to sign in are kept, in milliseconds, and how many are deleted in one transaction. */
const SIGN_INS_MS = 365 * DAY_MS
const SIGN_IN_SLICE = 500
/** How long it is known that a mail could not be sent, in milliseconds, and how many are forgotten in one transaction. */
const UNSENT_MAILS_MS = 30 * DAY_MS
const UNSENT_MAILS_SLICE = 500
/** How long the change feeds of flows reach back, in milliseconds. */
const CHANGES_MS = 30 * DAY_MS

async function pruneVectors(context: OperationContext, workspaceId: string, since: number): Promise<void> {
  await inSlices(context, () =>
    context.db.write(workspaceId, ({ vectors }) => vectors.deleteUnused(since, VECTOR_SLICE)),
  )
}

/** Until when the ends of runs were swept. */
const SWEPT = 'journals swept until'

/**
 * What ended before the time that was swept already is not there any more: whatever says so was written by a clock that
 * was far behind, and is young.
 */
async function pruneJournals(context: OperationContext, before: number): Promise<number> {
  const { meta, runs } = context.db.system
  const known = await meta.get(SWEPT)
  const after = Number(known ?? 0)
  const count = await inSlices(context, () => runs.prune(before, undefined, after))
  if (before > after) await meta.replace(SWEPT, known, String(before))
  return count
}

/**
 * Goes on slice by slice, each a write of its own, until one finds nothing; gives how many all of them took. After each
 * slice it rests as long as that took, so that whatever there is to do leaves half of the database to others.
 */
async function inSlices(context: OperationContext, slice: () => Promise<number>): Promise<number> {
  const never = new AbortController().signal
  let all = 0
  for (;;) {
    const begun = performance.now()
    const some = await slice()
    if (some === 0) return all
    all += some
    await context.sleep(Math.min(performance.now() - begun, LONGEST_REST_MS), never)
  }
}

/**
 * Deletes what is past its time: journals and events with the files of their runs, files that nobody needs, snapshots of drafts, deleted messages, unused vectors, idempotency
 * keys, ended sessions, what is known of mails that could not be sent; and gives the disk back what is free in the database. What may have come together in any number
 * goes in slices for which nobody waits. By a time that no wrong clock makes jump (`takeRetentionTime`).
 */
export async function prune(context: OperationContext): Promise<{ runs: number; snapshots: number }> {
  const now = await takeRetentionTime(context)
  const { db } = context
  const runs = await pruneJournals(context, now - context.settings.runRetentionMs)
  await inSlices(context, () => db.system.messages.pruneDeleted())
  // What is younger may be of a call that is under way.
  await inSlices(context, () => eraseStrayFiles(context, now - DAY_MS))
  await inSlices(context, () => db.system.idempotency.prune(now - DAY_MS))
  await inSlices(context, () => db.system.sessions.prune(now))
  await inSlices(context, () => db.system.audit.pruneSignIns(now - SIGN_INS_MS, SIGN_IN_SLICE))
  await inSlices(context, () => db.system.mails.prune(now - UNSENT_MAILS_MS, UNSENT_MAILS_SLICE))
  let snapshots = 0
  for (const workspaceId of await db.system.routes.listWorkspaceIds()) {
    snapshots += await inSlices(context, () =>
      db.write(workspaceId, (writer) => writer.flows.pruneSnapshots(now - DAY_MS)),
    )
    await pruneVectors(context, workspaceId, now - VECTORS_MS)
    await inSlices(context, () =>
      db.write(workspaceId, (writer) => writer.flows.pruneChanges(now - CHANGES_MS)),
    )
  }
  await inSlices(context, () => db.releaseSpace())
  return { runs, snapshots }
}
