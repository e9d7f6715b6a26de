import type { Principal } from '@runnel/access'
import type { Workspace } from '@runnel/contract'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, authorizeIn, personOf } from '../people-rights.ts'
import { getWorkspace } from './get-workspace.ts'
import { checkWorkspaceName } from './present-workspace.ts'

/** A change of a workspace; what is absent stays. */
export interface WorkspaceChange {
  id: string
  name?: string | undefined
  description?: string | null | undefined
  organizationId?: string | undefined
}

/** Changes the name or the description. @throws RunnelError `not_found`, `forbidden`, `invalid_input`, `conflict` */
export async function updateWorkspace(
  context: OperationContext,
  principal: Principal,
  { id, organizationId, ...change }: WorkspaceChange,
): Promise<Workspace> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  await authorizeIn(context, person, { workspaceId: id, permission: 'workspace:update' })
  const known = await getWorkspace(context, person, id)
  checkEchoes(change, known, ['createdDate', 'updatedDate', 'isOrgDefault'])
  if (change.name !== known.name) checkWorkspaceName(change.name)
  const { name, description } = change
  await context.db
    .organization(person.organizationId)
    .write((writer) => writer.updateWorkspace(id, { name, description }))
  return getWorkspace(context, person, id)
}
