import type { OperationContext } from '../context.ts'

/** How long answers to `Idempotency-Key` and unused snapshots are kept, in milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1_000
/** How long the change feeds of flows reach back, in milliseconds. */
const CHANGES_MS = 30 * DAY_MS

/** Deletes what is past its time: journals and events, snapshots of drafts, deleted messages, idempotency keys, ended sessions. */
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
    await context.db.write(workspaceId, (writer) => writer.flows.pruneChanges(now - CHANGES_MS))
  }
  return { runs, snapshots }
}
