import type { Principal } from '@runnel/access'
import { refusalOf, tellWhy, type Workspace } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext, ServingContext } from '../context.ts'
import { stopRunsOfWorkspace } from '../flows/stop-runs-of-flow.ts'
import { authorizeIn, type Person, personOf } from '../people-rights.ts'
import { waitForErasure } from '../wait-for-erasure.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { getWorkspace } from './get-workspace.ts'

/** Nobody shuts themselves out. */
async function assertHasAnother(
  { db }: OperationContext,
  person: Person,
  workspaceId: string,
): Promise<void> {
  const places = await db.system.accounts.findMemberships(person.userId)
  if (places.some((place) => place.workspaceId !== workspaceId)) return
  throw refusalOf('conflict', tellWhy('last_workspace'))
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
  await assertHasAnother(context, person, workspaceId)
  const { organizationId } = person
  const { name, description } = workspace
  const subject = { kind: 'workspace', id: workspace.id, name }
  const before = { name, description }
  await context.db.system.workspaces.delete(
    { organizationId, workspaceId },
    auditEntry(person, { action: 'workspace.deleted', subject, before }),
  )
  await stopRunsOfWorkspace(context, workspaceId)
  await waitForErasure(context, eraseWorkspace(context, workspaceId), { workspaceId })
  return workspace
}
