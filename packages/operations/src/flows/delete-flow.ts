import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext, ServingContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { eraseFilesOfFlow } from '../uploads/erase-files.ts'
import { eraseFlow } from './erase-flow.ts'

/** How long a deletion is waited for; what is left then goes on by itself, and at the next maintenance. */
const PATIENCE_MS = 1_000
/** As many ids as one message between processes holds. */
const STOPS_AT_ONCE = 100

async function eraseForAWhile(context: OperationContext, flowId: string): Promise<void> {
  const patience = new AbortController()
  const erased = eraseFlow(context, flowId)
    .catch((error: unknown) =>
      context.log.warn(
        { err: error, flowId },
        'A deleted flow is still there in part; going on with it later',
      ),
    )
    .finally(() => patience.abort())
  await Promise.race([erased, context.sleep(PATIENCE_MS, patience.signal).catch(() => undefined)])
}

/** Stops all that runs of a flow; when it is deleted already, nothing new begins. */
async function stopRuns(context: ServingContext, workspaceId: string, flowId: string): Promise<void> {
  const { runs } = context.db.read(workspaceId)
  let after: string | undefined = ''
  while (after !== undefined) {
    const ids: string[] = await runs.findActiveOfFlow(flowId, { after, limit: STOPS_AT_ONCE })
    if (ids.length > 0) context.worker.stop(ids)
    after = ids.at(-1)
  }
}

/**
 * Deletes a flow with its versions, drafts, messages, files and runs; runs in flight are stopped. The flow is gone at
 * once; a large one takes its rows along little by little.
 */
export async function deleteFlow(
  context: ServingContext,
  principal: Principal,
  flowId: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(flowId)
  authorizeFlow(principal, flow.type, 'delete')
  await context.db.write(workspaceId, (writer) => writer.flows.delete(flowId))
  await stopRuns(context, workspaceId, flowId)
  await eraseFilesOfFlow(context, workspaceId, flowId)
  await eraseForAWhile(context, flowId)
  return { raw: [], affected: 1 }
}
