import type { Principal } from '@runnel/access'
import { refusalOf, tellWhy, type Workspace } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { ServingContext } from '../context.ts'
import { stopRunsOfFlow } from '../flows/stop-runs-of-flow.ts'
import { authorizeIn, personOf } from '../people-rights.ts'
import { waitForErasure } from '../wait-for-erasure.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { getWorkspace } from './get-workspace.ts'
import { readHasAnother } from './tell-may-with-workspace.ts'

/** Flows whose runs are stopped in one go. */
const FLOWS_AT_ONCE = 200

async function stopRuns(context: ServingContext, workspaceId: string): Promise<void> {
  let after = ''
  for (;;) {
    const flows = await context.db.system.workspaces.listFlows(workspaceId, { after, limit: FLOWS_AT_ONCE })
    for (const flowId of flows) await stopRunsOfFlow(context, workspaceId, flowId)
    after = flows.at(-1) ?? ''
    if (flows.length < FLOWS_AT_ONCE) return
  }
}

/**
 * Deletes a workspace with all that is in it. It is gone for everybody at once: its people go on in another of theirs,
 * keys and flows of it answer no more, runs are stopped; the rows go little by little.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for the last one, and for the only one of the caller
 */
export async function deleteWorkspace(
  context: ServingContext,
  principal: Principal,
  workspaceId: string,
): Promise<Workspace> {
  const person = personOf(principal)
  await authorizeIn(context, person, { workspaceId, permission: 'workspace:delete' })
  const workspace = await getWorkspace(context, person, workspaceId)
  const hasAnother = await readHasAnother(context, person)
  if (!hasAnother(workspaceId)) throw refusalOf('conflict', tellWhy('last_workspace'))
  const { organizationId } = person
  const { name, description } = workspace
  const subject = { kind: 'workspace', id: workspace.id, name }
  const before = { name, description }
  await context.db.system.workspaces.delete(
    { organizationId, workspaceId },
    auditEntry(person, { action: 'workspace.deleted', subject, before }),
  )
  await stopRuns(context, workspaceId)
  await waitForErasure(context, eraseWorkspace(context, workspaceId), { workspaceId })
  return workspace
}
