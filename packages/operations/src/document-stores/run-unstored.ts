import { randomUUIDv7 } from 'node:crypto'
import { type ErrorCode, errorStatus, isJsonObject, type JsonObject, RunnelError } from '@runnel/contract'
import { runFlow } from '@runnel/engine'
import type { RunNode } from '@runnel/node-kit'
import type { ServingContext } from '../context.ts'
import type { RunLease } from '../owned-run.ts'
import { createEnginePorts } from '../runs/engine-ports.ts'
import { namespaceOfWorkspace } from '../runs/open-conversation.ts'
import { planStoreWork } from '../store-work/prepare-store-work.ts'
import { inputOf } from '../store-work/store-job.ts'

/** Nobody else can have what is stored nowhere. */
const OWN_LEASE: RunLease = {
  isSure: true,
  renewed: () => undefined,
  hold: () => undefined,
  assertSure: () => undefined,
  giveUp: () => undefined,
  end: () => undefined,
}

/** Work that is done once, for one caller who waits. */
export interface UnstoredWork {
  workspaceId: string
  storeId: string
  consentedHosts: string[]
  run: RunNode
  signal: AbortSignal
}

/**
 * Runs one step with all that runs have (guarded network, credentials, budgets), and keeps nothing of it: neither journal
 * nor events. Gives its JSON. @throws RunnelError as the step fails, `timeout` when its time is over
 */
export async function runUnstored(
  context: ServingContext,
  { workspaceId, storeId, consentedHosts, run, signal }: UnstoredWork,
): Promise<JsonObject> {
  const runId = randomUUIDv7()
  const ports = createEnginePorts(context, {
    workspaceId,
    flowId: storeId,
    runId,
    conversation: { chatId: runId, sessionId: runId, namespace: namespaceOfWorkspace(workspaceId) },
    consentedHosts,
    ofStore: storeId,
    lease: OWN_LEASE,
  })
  const walk = runFlow({
    runId,
    fence: 1,
    idleMs: 0,
    plan: planStoreWork(),
    input: inputOf(context, runId, { storeId, loaderIds: [] }),
    journal: [],
    answers: [],
    settledFence: 0,
    ports: { ...ports, loadRun: async () => run },
    signal,
    budgets: context.settings.runBudgets,
  })
  try {
    for (let next = await walk.next(); ; next = await walk.next()) {
      if (!next.done) continue
      const { status, json, error } = next.value
      if (status === 'finished' && isJsonObject(json)) return json
      throw failure(signal, error)
    }
  } finally {
    await walk.return(undefined as never)
    void ports.close()
  }
}

function failure(signal: AbortSignal, error: { code: string; message: string } | undefined): RunnelError {
  if (signal.aborted) return new RunnelError('timeout', 'This took too long. Try it with less.')
  const code = error && Object.hasOwn(errorStatus, error.code) ? (error.code as ErrorCode) : 'run_failed'
  return new RunnelError(code, error?.message ?? 'This failed.')
}
