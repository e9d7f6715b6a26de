import type { Permission, Workspace } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { type HeldIn, heldByWorkspace, holdsIn, type Person } from '../people-rights.ts'

/** Whether somebody is in another workspace as well, of whichever organisation: nobody shuts themselves out. */
export async function readHasAnother(
  { db }: OperationContext,
  { userId }: Person,
): Promise<(workspaceId: string) => boolean> {
  const places = await db.system.accounts.findMemberships(userId)
  return (workspaceId) => places.some((place) => place.workspaceId !== workspaceId)
}

/** What somebody holds in the workspaces of the organisation, and what of each they may do. */
interface OwnRights {
  heldIn: HeldIn
  tellMay: (workspaceId: string) => NonNullable<Workspace['may']>
}

/** Reads it, in a number of statements that does not depend on how many workspaces there are. */
export async function readOwnRights(context: OperationContext, person: Person): Promise<OwnRights> {
  const [heldIn, hasAnother] = await Promise.all([
    heldByWorkspace(context, person),
    readHasAnother(context, person),
  ])
  const tellMay: OwnRights['tellMay'] = (workspaceId) => {
    const holds = (permission: Permission) => holdsIn(person, heldIn, { workspaceId, permission })
    return {
      see: holds('workspace:view'),
      add: holds('workspace:add-user'),
      change: holds('workspace:update'),
      delete: holds('workspace:delete') && hasAnother(workspaceId),
    }
  }
  return { heldIn, tellMay }
}
