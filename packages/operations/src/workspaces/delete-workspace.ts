import type { Principal } from '@runnel/access'
import { refusalOf, tellWhy, type Workspace } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { ServingContext } from '../context.ts'
import { stopRunsOfWorkspace } from '../flows/stop-runs-of-flow.ts'
import { authorizeIn, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { waitForErasure } from '../wait-for-erasure.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { getWorkspace } from './get-workspace.ts'
import { readHasAnother } from './read-own-rights.ts'

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
  const right = { workspaceId, permission: 'workspace:delete' } as const
  await authorizeIn(context, person, right)
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
    stillAllowed(context, person, (now, still) => authorizeIn(now, still, right)),
  )
  await stopRunsOfWorkspace(context, workspaceId)
  await waitForErasure(context, eraseWorkspace(context, workspaceId), { workspaceId })
  return workspace
}
