import { refusalOf, tellWhy } from '@runnel/contract'
import type { MemberRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { forbidden, type HeldIn, heldByWorkspace, missingOf, type Person } from '../people-rights.ts'
import { readMember } from './read-member.ts'

/** Who is to be governed: somebody of the organisation. */
type Governed = Pick<MemberRow, 'userId' | 'isAdmin'>

/**
 * What some people hold somewhere that another does not hold there.
 * @param heldIn what that other one holds
 */
export async function listBeyond(
  { db }: OperationContext,
  { organizationId, userIds, heldIn }: { organizationId: string; userIds: string[]; heldIn: HeldIn },
): Promise<string[]> {
  const held = await db.organization(organizationId).read.listHeld(userIds)
  return [
    ...new Set(held.flatMap(({ workspaceId, permissions }) => missingOf(heldIn(workspaceId), permissions))),
  ]
}

/**
 * Every act on another person asks here first: whoever does it holds, in each workspace where that person is, what the
 * person holds there. Administrators are governed by administrators, who govern everybody.
 * @throws RunnelError `forbidden` naming what is missing
 */
export async function assertMayGovernAll(
  context: OperationContext,
  person: Person,
  people: readonly Governed[],
): Promise<void> {
  if (person.isOrganizationAdmin) return
  if (people.some(({ isAdmin }) => isAdmin)) throw forbidden()
  const missing = await listBeyond(context, {
    organizationId: person.organizationId,
    userIds: people.map(({ userId }) => userId),
    heldIn: await heldByWorkspace(context, person),
  })
  if (missing.length === 0) return
  throw refusalOf('forbidden', tellWhy('rights_not_held', { permissions: missing.join(', ') }))
}

/**
 * As `assertMayGovernAll`, for one; gives who is to be governed.
 * @throws RunnelError `not_found` for somebody outside of the organisation, `forbidden`
 */
export async function assertMayGovern(
  context: OperationContext,
  person: Person,
  userId: string,
): Promise<MemberRow> {
  const target = await readMember(context, { organizationId: person.organizationId, userId })
  await assertMayGovernAll(context, person, [target])
  return target
}
