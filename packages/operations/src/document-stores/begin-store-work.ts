import { randomUUIDv7 } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import type { JsonObject, RunInput } from '@runnel/contract'
import { refuseUnderWay } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import type { AcceptedRun } from '../runs/accept-run.ts'
import { beginRun } from '../runs/begin-run.ts'
import { prepareStoreWork, STORE_STEP } from './prepare-store-work.ts'

/** What a run does in a store: processes loaders, then makes its vectors, or takes them away. */
export interface StoreJob {
  storeId: string
  /** Loaders that are processed. */
  loaderIds: string[]
  /** Whether vectors are made, of all loaders or of one, or deleted. */
  vectors?: 'make' | 'delete' | undefined
  only?: string | undefined
}

/** Work in a store that was begun: its result can be read when it has ended. */
export type AcceptedStoreWork = Pick<AcceptedRun, 'runId' | 'events'> & { ignored: string[] }

/** Begins work in a store. @throws RunnelError `not_found`, `conflict` where it is worked on already */
export async function beginStoreWork(
  context: ServingContext,
  principal: Principal,
  job: StoreJob,
): Promise<AcceptedStoreWork> {
  const workspaceId = workspaceOf(principal)
  const { storeId, loaderIds, vectors } = job
  const runId = randomUUIDv7()
  await context.db.write(workspaceId, async ({ documentStores }) => {
    const { store, loaders } = await documentStores.lock(storeId)
    const wanted = vectors === undefined ? loaders.filter(({ id }) => loaderIds.includes(id)) : loaders
    refuseUnderWay([store, ...wanted], context.now())
    await documentStores.claim({ storeId: vectors && storeId, loaderIds, runId })
  })
  const version = await prepareStoreWork(context, workspaceId, storeId)
  const events = await beginRun(context, {
    run: { id: runId, flowId: null, versionId: null, kind: 'ingestion', subject: storeId },
    workspaceId,
    namespace: principal.kind === 'user' ? `user:${principal.userId}` : `workspace:${workspaceId}`,
    version,
    input: inputOf(context, runId, job),
    past: { messages: [], positions: [] },
  })
  return { runId, events, ignored: [] }
}

/** The input of a run that works in a store: what it does stands in the place of a form. */
export function inputOf(context: ServingContext, runId: string, job: StoreJob): RunInput {
  const { storeId, loaderIds, vectors, only } = job
  const form: JsonObject = { storeId, loaderIds, ...(vectors && { vectors }), ...(only && { only }) }
  return {
    flowId: storeId,
    flowType: 'CHATFLOW',
    versionId: STORE_STEP,
    chatId: runId,
    sessionId: runId,
    messageId: randomUUIDv7(),
    chatType: 'INTERNAL',
    form,
    prependedHistory: [],
    pastHistory: [],
    variables: {},
    overrides: {},
    streaming: false,
    concurrency: 1,
    startedAt: new Date(context.now()).toISOString(),
  }
}
