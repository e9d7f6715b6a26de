import { RunnelError, type Workspace } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { type Person, permissionsIn } from '../people-rights.ts'
import { presentWorkspace } from './present-workspace.ts'

/** A workspace that somebody may know of. @throws RunnelError `not_found` */
export async function getWorkspace(
  context: OperationContext,
  person: Person,
  id: string,
): Promise<Workspace> {
  await permissionsIn(context, person, id)
  const { read } = context.db.organization(person.organizationId)
  const [row, firstId] = await Promise.all([read.findWorkspace(id), read.findFirstWorkspaceId()])
  if (!row) throw new RunnelError('not_found', `Workspace ${id} not found`)
  return presentWorkspace(row, firstId)
}
