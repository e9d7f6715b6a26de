import { randomUUIDv7 } from 'node:crypto'
import { parseRunInput } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { loadVersion } from './load-version.ts'
import type { OwnedRun } from './owned-run.ts'

/**
 * Takes a run whose owner is gone (or that waits in the queue) under a new fence, with everything needed to go on.
 * Undefined when another process owns it or it has ended.
 */
export async function claimRun(
  context: OperationContext,
  claim: { runId: string; owner: string; until: number },
): Promise<OwnedRun | undefined> {
  const claimed = await context.db.system.runs.claim({ ...claim, now: context.now() })
  if (!claimed) return undefined
  const { workspaceId, fence, idleMs } = claimed
  const reader = context.db.read(workspaceId)
  const row = await reader.runs.get(claim.runId)
  const input = parseRunInput(row)
  if (row.humanInput !== null) input.humanInput = JSON.parse(row.humanInput)
  // The question was stored under the first id when the run began to wait; what flows see of the id stays.
  const answerId = row.humanInput === null ? input.messageId : randomUUIDv7()
  const version = await loadVersion(context, await reader.flows.get(row.flowId), row.versionId)
  const journal = await reader.runs.journal(claim.runId)
  return {
    workspaceId,
    runId: claim.runId,
    fence,
    idleMs,
    namespace: row.namespace,
    answerId,
    input,
    version,
    journal,
  }
}
