import type { ServingContext } from '../context.ts'

/** As many ids as one message between processes holds. */
const STOPS_AT_ONCE = 100

/** Stops all that runs of a flow; when it is deleted already, nothing new begins. */
export async function stopRunsOfFlow(
  context: ServingContext,
  workspaceId: string,
  flowId: string,
): Promise<void> {
  const { runs } = context.db.read(workspaceId)
  let after: string | undefined = ''
  while (after !== undefined) {
    const ids: string[] = await runs.findActiveOfFlow(flowId, { after, limit: STOPS_AT_ONCE })
    if (ids.length > 0) context.worker.stop(ids)
    after = ids.at(-1)
  }
}
