import type { Principal } from '@runnel/access'
import type { Workspace } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, authorizeIn, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { getWorkspace } from './get-workspace.ts'
import { checkWorkspaceName } from './present-workspace.ts'

/** A change of a workspace; what is absent stays. */
export interface WorkspaceChange {
  id: string
  name?: string | undefined
  description?: string | null | undefined
  organizationId?: string | undefined
  createdBy?: string | null | undefined
  updatedBy?: string | null | undefined
  /** The revision that was read; without it the change is unconditional. */
  expectedRevision?: number | undefined
}

/**
 * Changes the name or the description.
 * @throws RunnelError `not_found`, `forbidden`, `invalid_input`, `conflict`, `stale_revision`
 */
export async function updateWorkspace(
  context: OperationContext,
  principal: Principal,
  { id, organizationId, expectedRevision, ...change }: WorkspaceChange,
): Promise<Workspace> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  const right = { workspaceId: id, permission: 'workspace:update' } as const
  await authorizeIn(context, person, right)
  const known = await getWorkspace(context, person, id)
  checkActor(person, { createdBy: change.createdBy, updatedBy: change.updatedBy })
  checkEchoes(change, known, ['createdDate', 'updatedDate', 'isOrgDefault'])
  if (change.name !== known.name) checkWorkspaceName(change.name)
  const { name, description } = change
  const before = { name: known.name, description: known.description }
  const after = {
    name: name ?? before.name,
    description: description === undefined ? before.description : description,
  }
  const askAgain = stillAllowed(context, person, (now, still) => authorizeIn(now, still, right))
  await context.db.organization(person.organizationId).write(async (writer) => {
    await writer.updateWorkspace(id, { name, description }, { expectedRevision })
    const subject = { kind: 'workspace', id: known.id, name: after.name }
    await writer.audit.append(auditEntry(person, { action: 'workspace.updated', subject, before, after }))
  }, askAgain)
  return getWorkspace(context, person, id)
}
