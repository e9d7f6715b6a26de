import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { MemberRow, PlaceRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** Somebody's place in a workspace. @throws RunnelError `not_found` */
export async function readPlace(
  { db }: OperationContext,
  organizationId: string,
  place: { workspaceId: string; userId: string },
): Promise<PlaceRow> {
  const { rows } = await db.system.people.listPlaces(organizationId, { ...place, limit: 1 })
  const [row] = rows
  if (!row) throw new RunnelError('not_found', `User ${place.userId} not found`)
  return row
}

/** What somebody is in the organisation does not change in a workspace. @throws RunnelError `invalid_input` */
export function checkStatus(known: Pick<MemberRow, 'status'>, status: MemberRow['status'] | undefined): void {
  if (status !== undefined && status !== known.status)
    throw refusalOf('invalid_input', tellWhy('status_of_organization'), { path: 'status' })
}

/** What the audit log tells of a place. */
export const describePlace = ({ workspaceName, roleName }: PlaceRow) => ({
  workspace: workspaceName,
  role: roleName,
})
