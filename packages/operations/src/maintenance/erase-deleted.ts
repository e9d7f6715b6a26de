import type { OperationContext } from '../context.ts'
import { eraseFlow } from '../flows/erase-flow.ts'
import { eraseWorkspace } from '../workspaces/erase-workspace.ts'

/** Deleted flows that one round goes through at most. */
const FLOWS_AT_ONCE = 100
const WORKSPACES_AT_ONCE = 10

/** Goes on with deletions that were cut off. */
export async function eraseDeleted(context: OperationContext): Promise<void> {
  for (const flowId of await context.db.system.deletions.flows(FLOWS_AT_ONCE))
    await eraseFlow(context, flowId)
  for (const workspaceId of await context.db.system.workspaces.listDeleted(WORKSPACES_AT_ONCE))
    await eraseWorkspace(context, workspaceId)
}
