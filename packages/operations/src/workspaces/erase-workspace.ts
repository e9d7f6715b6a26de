import type { OperationContext } from '../context.ts'
import { eraseFlow } from '../flows/erase-flow.ts'
import { eraseFilesById } from '../uploads/erase-files.ts'

const FLOWS_AT_ONCE = 50
const FILES_AT_ONCE = 200

/** Takes away what is left of a deleted workspace, slice by slice, so that nobody waits for it; where it was cut off it goes on. */
export async function eraseWorkspace(context: OperationContext, workspaceId: string): Promise<void> {
  const { workspaces } = context.db.system
  for (;;) {
    const files = await workspaces.listFiles(workspaceId, FILES_AT_ONCE)
    if (files.length === 0) break
    await eraseFilesById(context, workspaceId, files)
  }
  for (;;) {
    const flows = await workspaces.listFlows(workspaceId, { after: '', limit: FLOWS_AT_ONCE })
    if (flows.length === 0) break
    for (const flowId of flows) await eraseFlow(context, flowId)
  }
  while (await workspaces.eraseSlice(workspaceId)) {
    // Each slice is a write of its own; others get their turn in between.
  }
}
