import { allPermissions, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { HeldPlace, MemberRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import {
  administratorNeeded,
  type HeldIn,
  missingOf,
  type Person,
  type RightsSource,
} from '../people-rights.ts'
import { readMember } from './read-member.ts'

/** Who is to be governed: somebody of the organisation. */
type Governed = Pick<MemberRow, 'userId' | 'isAdmin'>

/**
 * What some people hold somewhere that another does not hold there.
 * @param heldIn what that other one holds
 */
export async function listBeyond(
  { db }: RightsSource,
  { organizationId, userIds, heldIn }: { organizationId: string; userIds: string[]; heldIn: HeldIn },
): Promise<string[]> {
  const held = await db.organization(organizationId).read.listHeld(userIds)
  return missingIn(heldIn, held)
}

/** What places give that is not held there. */
function missingIn(heldIn: HeldIn, places: readonly HeldPlace[]): string[] {
  return [
    ...new Set(places.flatMap(({ workspaceId, permissions }) => missingOf(heldIn(workspaceId), permissions))),
  ]
}

/** What somebody holds, and who of some people is within their reach. */
export interface Reach {
  heldIn: HeldIn
  /** What stands between: nothing for who may be governed. */
  beyond(one: Governed): readonly string[] | 'administrator'
  governs(one: Governed): boolean
}

/**
 * Whom of some people somebody governs: whose holdings, in each workspace where they are, the somebody holds there too.
 * Administrators are governed by administrators, who govern everybody.
 * @param held what these people hold, and the somebody
 */
export function toReach(person: Person, held: readonly HeldPlace[]): Reach {
  if (person.isOrganizationAdmin)
    return { heldIn: () => allPermissions, beyond: () => [], governs: () => true }
  const placesOf = Map.groupBy(held, ({ userId }) => userId)
  const own = new Map(placesOf.get(person.userId)?.map((place) => [place.workspaceId, place.permissions]))
  const heldIn: HeldIn = (workspaceId) => own.get(workspaceId) ?? []
  const beyond: Reach['beyond'] = ({ userId, isAdmin }) =>
    isAdmin ? 'administrator' : missingIn(heldIn, placesOf.get(userId) ?? [])
  return { heldIn, beyond, governs: (one) => beyond(one).length === 0 }
}

/** As `toReach`, for people of whom it is still to be read. */
export async function readReach(
  { db }: RightsSource,
  person: Person,
  people: readonly Governed[],
): Promise<Reach> {
  if (person.isOrganizationAdmin) return toReach(person, [])
  const userIds = new Set([person.userId, ...people.map(({ userId }) => userId)])
  return toReach(person, await db.organization(person.organizationId).read.listHeld([...userIds]))
}

/**
 * Every act on another person asks here first, by `toReach`.
 * @throws RunnelError `forbidden` naming what is missing
 */
export async function assertMayGovernAll(
  context: RightsSource,
  person: Person,
  people: readonly Governed[],
): Promise<void> {
  const { beyond } = await readReach(context, person, people)
  const missing = people.map(beyond)
  if (missing.includes('administrator')) throw administratorNeeded()
  const permissions = [...new Set(missing.flat())].join(', ')
  if (permissions !== '') throw refusalOf('forbidden', tellWhy('rights_not_held', { permissions }))
}

/**
 * As `assertMayGovernAll`, of people as they are now: for what is asked inside of a transaction.
 * @throws RunnelError `not_found` for somebody outside of the organisation, `forbidden`
 */
export async function assertGovernsStill(
  context: RightsSource,
  person: Person,
  userIds: readonly string[],
): Promise<void> {
  const { read } = context.db.organization(person.organizationId)
  const people: Governed[] = []
  for (const userId of userIds) {
    const standing = await read.findStanding(userId)
    if (!standing) throw new RunnelError('not_found', `User ${userId} not found`)
    people.push({ userId, isAdmin: standing.isAdmin })
  }
  await assertMayGovernAll(context, person, people)
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
