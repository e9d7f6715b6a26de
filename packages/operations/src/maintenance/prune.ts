import type { OperationContext } from '../context.ts'

/** How long answers to `Idempotency-Key` and unused snapshots are kept, in milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1_000
/** How long vectors are kept that nobody searches: they can be made again from the documents. */
const VECTORS_MS = 30 * DAY_MS
/** Entries that are deleted in one transaction. */
const VECTOR_SLICE = 500

async function pruneVectors(context: OperationContext, workspaceId: string): Promise<void> {
  const since = context.now() - VECTORS_MS
  let gone: number
  do gone = await context.db.write(workspaceId, ({ vectors }) => vectors.deleteUnused(since, VECTOR_SLICE))
  while (gone > 0)
}

/** Deletes what is past its time: journals and events, snapshots of drafts, deleted messages, unused vectors, idempotency keys, ended sessions. */
export async function prune(context: OperationContext): Promise<{ runs: number; snapshots: number }> {
  const now = context.now()
  const { system } = context.db
  const runs = await system.runs.prune(now - context.settings.runRetentionMs)
  await system.messages.pruneDeleted()
  await system.idempotency.prune(now - DAY_MS)
  await system.sessions.prune(now)
  let snapshots = 0
  for (const workspaceId of await system.routes.listWorkspaceIds()) {
    snapshots += await context.db.write(workspaceId, (writer) => writer.flows.pruneSnapshots(now - DAY_MS))
    await pruneVectors(context, workspaceId)
  }
  return { runs, snapshots }
}
