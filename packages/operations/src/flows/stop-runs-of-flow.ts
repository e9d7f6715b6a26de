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
  await stopAll(context, (slice) => runs.findActiveOfFlow(flowId, slice))
}

/** Stops all that runs in a workspace, of flows and of stores; when it is deleted already, nothing new begins. */
export async function stopRunsOfWorkspace(context: ServingContext, workspaceId: string): Promise<void> {
  const { runs } = context.db.read(workspaceId)
  await stopAll(context, runs.findActive)
}

async function stopAll(
  { worker }: ServingContext,
  find: (slice: { after: string; limit: number }) => Promise<string[]>,
): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const ids: string[] = await find({ after, limit: STOPS_AT_ONCE })
    if (ids.length > 0) worker.stop(ids)
    after = ids.at(-1)
  }
}
