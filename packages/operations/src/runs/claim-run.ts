import { randomUUIDv7 } from 'node:crypto'
import { type Answer, isRunnelError, type RunEvent, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/load-version.ts'
import type { OwnedRun } from '../owned-run.ts'
import { readRunInput } from './read-run-input.ts'
import { createRunLog } from './run-log.ts'

/** A run that was claimed, before anything of it is read. */
type ClaimedRun = Pick<OwnedRun, 'runId' | 'workspaceId' | 'fence' | 'idleMs'>

/**
 * Takes a run whose owner is gone (or that waits in the queue) under a new fence, with everything needed to go on; the
 * times are the database's.
 * Undefined when another process owns it or it has ended; one that can go on nowhere is ended as failed.
 */
export async function claimRun(
  context: OperationContext,
  claim: { runId: string; owner: string; now: number; until: number; deadBefore: number },
): Promise<OwnedRun | undefined> {
  const found = await context.db.system.runs.claim(claim)
  if (!found) return undefined
  const claimed = { ...found, runId: claim.runId }
  try {
    return await readClaimed(context, claimed)
  } catch (error) {
    if (!isRunnelError(error) || error.code === 'unavailable' || error.code === 'timeout') throw error
    await endUnfit(context, claimed, error)
    return undefined
  }
}

async function readClaimed(context: OperationContext, claimed: ClaimedRun): Promise<OwnedRun> {
  const { runId, workspaceId } = claimed
  const reader = context.db.read(workspaceId)
  const row = await reader.runs.get(runId)
  if (row.flowId === null || row.versionId === null)
    throw new RunnelError('invalid_flow', `A run of the kind ${row.kind} cannot run as a flow.`)
  const flow = await reader.flows.get(row.flowId)
  const [version, journal, answered, stored] = await Promise.all([
    loadVersion(context, flow, {
      versionId: row.versionId,
      ingests: row.kind === 'ingestion' ? (row.subject ?? undefined) : undefined,
    }),
    reader.runs.journal(runId),
    reader.waits.listAnswered(runId),
    readRunInput(reader, row),
  ])
  return {
    ...claimed,
    namespace: row.namespace,
    // The first question was stored under the first id; what flows see of the id stays.
    answerId: row.suspendedFence === 0 ? stored.messageId : randomUUIDv7(),
    input: stored,
    // The layer wrote each answer after it was parsed, so its shape is known.
    answers: answered.map(({ path, answer }) => ({ path, answer: JSON.parse(answer ?? '{}') as Answer })),
    settledFence: row.suspendedFence,
    version,
    journal,
  }
}

/** Ends a run whose version cannot run any more: every owner after this one would find the same. */
async function endUnfit(
  context: OperationContext,
  { workspaceId, runId, fence }: ClaimedRun,
  { code, message }: RunnelError,
): Promise<void> {
  const { bus, now } = context
  const log = createRunLog({ runId, fence, bus, now })
  const end: RunEvent = { type: 'run-end', status: 'error', text: ' ', error: { code, message }, result: {} }
  const events = log.add([end])
  await context.db.progress(workspaceId).end({
    runId,
    fence,
    records: [],
    events,
    status: 'error',
    error: { code, message },
    messages: [],
    now: now(),
  })
  log.show(events)
}
