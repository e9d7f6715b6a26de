import type { Principal } from '@runnel/access'
import type { Share } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { type Person, personOf } from '../people-rights.ts'
import { findShareable, type Shareable } from './find-shareable.ts'

/** With which workspaces something is shared, also with those that the caller is not in. @throws RunnelError `not_found`, `forbidden` */
export async function listShares(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Share[]> {
  const person = personOf(principal)
  return presentShares(context, person, await findShareable(context, person, { id }))
}

/** The shares of something on the wire. */
export async function presentShares(
  { db }: OperationContext,
  { workspaceId, organizationId }: Person,
  item: Shareable,
): Promise<Share[]> {
  const { read } = db.organization(organizationId)
  const sharedWith = await db.read(workspaceId).shares.list(item)
  const workspaces = await Promise.all(sharedWith.map((id) => read.findWorkspace(id)))
  return workspaces.flatMap((workspace) =>
    workspace
      ? [
          {
            workspaceId: workspace.id,
            workspaceName: workspace.name,
            sharedItemId: item.id,
            itemType: item.kind,
          },
        ]
      : [],
  )
}
