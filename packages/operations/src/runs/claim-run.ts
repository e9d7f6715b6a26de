import { randomUUIDv7 } from 'node:crypto'
import { type Answer, isRunnelError, type RunEvent, RunnelError } from '@runnel/contract'
import type { RunRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/create-version-cache.ts'
import { readMoment } from '../moments.ts'
import type { OwnedRun } from '../owned-run.ts'
import { prepareStoreWork } from '../store-work/prepare-store-work.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { readRunInput } from './read-run-input.ts'
import { createRunLog } from './write-run.ts'

/** A run that was claimed, before anything of it is read. */
type ClaimedRun = Pick<OwnedRun, 'runId' | 'workspaceId' | 'fence' | 'idleMs' | 'leasedAt'>

/**
 * So often in a row a run is taken from a dead owner, after the third time alone; after that it is taken to be what kills
 * them. A process that is killed from outside again and again hits many runs, but hardly one so often by itself.
 */
const MOST_TAKEOVERS = 8

/**
 * Takes a run whose owner is gone (or that waits in the queue) under a new fence, with everything needed to go on; the
 * times are the database's.
 * Undefined when another process owns it or it has ended; one that can go on nowhere, or that
 * kills whoever has it, is ended as failed.
 */
export async function claimRun(
  context: OperationContext,
  claim: { runId: string; owner: string; now: number; until: number; deadBefore: number },
): Promise<OwnedRun | undefined> {
  const leasedAt = readMoment()
  const found = await context.db.system.runs.claim(claim)
  if (!found) return undefined
  const claimed = { ...found, runId: claim.runId, leasedAt }
  try {
    if (found.takeovers > MOST_TAKEOVERS) throw await deadlyRun(context, claimed)
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
  const [version, journal, answered, stored] = await Promise.all([
    prepareClaimed(context, workspaceId, row),
    reader.runs.journal(runId),
    reader.waits.listAnswered(runId),
    readRunInput(context, reader, row),
  ])
  return {
    ...claimed,
    namespace: row.namespace,
    // The first question was stored under the first id; what flows see of the id stays.
    answerId: row.suspendedFence === 0 ? stored.input.messageId : randomUUIDv7(),
    input: stored.input,
    past: stored.past,
    innerPasts: new Map(),
    // The layer wrote each answer after it was parsed, so its shape is known.
    answers: answered.map(({ path, answer }) => ({ path, answer: JSON.parse(answer ?? '{}') as Answer })),
    settledFence: row.suspendedFence,
    version,
    journal,
  }
}

/** What a claimed run runs: a version of its flow, or work in a document store. */
async function prepareClaimed(
  context: OperationContext,
  workspaceId: string,
  { id: runId, kind, subject, flowId, versionId }: RunRow,
): Promise<PreparedVersion> {
  const ingests = kind === 'ingestion' ? (subject ?? undefined) : undefined
  if (flowId !== null && versionId !== null) {
    const flow = await context.db.read(workspaceId).flows.get(flowId)
    return loadVersion(context, flow, { versionId, ingests })
  }
  if (flowId === null && ingests !== undefined)
    return prepareStoreWork(context, workspaceId, { storeId: ingests, runId })
  throw new RunnelError('invalid_flow', `A run of the kind ${kind} cannot run as a flow.`)
}

/** Why a run is parked, with the step in which its owners died. */
async function deadlyRun(
  context: OperationContext,
  { workspaceId, runId }: ClaimedRun,
): Promise<RunnelError> {
  const journal = await context.db.read(workspaceId).runs.journal(runId)
  const open = journal.findLast(({ status }) => status === 'started')
  const where = open === undefined ? '' : ` It was at work on the node ${open.nodeId}.`
  return new RunnelError(
    'run_failed',
    `This run was parked: the process that worked on it died ${MOST_TAKEOVERS + 1} times in a row, and no call of it was finished in between.${where} Look at what that node gets and gives (a very large input, file or answer), then start the run again.`,
  )
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
