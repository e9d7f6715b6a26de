import { isJsonObject } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { listBeyond } from '../people/assert-may-govern.ts'
import { heldInPlaces, type RightsSource } from '../people-rights.ts'

/**
 * What the link of an invitation carries: who gave it, and whether it was shown to them. Whoever holds one that was shown need
 * not be who is invited.
 */
export type GivenLink = { shownTo: string } | { givenBy: string }

/**
 * Whether the link of an invitation may be shown to who invites, and opens anything then. It proves no mailbox: where
 * strangers make organisations, each could make accounts of addresses of others by it, and learn which have one.
 */
export const mayBeShown = (context: Pick<OperationContext, 'settings'>) =>
  !featuresOf(context).isOpenToStrangers

/** Who gave a link; undefined for one of before, which went to a mailbox without saying so. */
export function readGiver(data: unknown): { giverId: string; isShown: boolean } | undefined {
  if (!isJsonObject(data)) return undefined
  const { shownTo, givenBy } = data
  if (typeof shownTo === 'string') return { giverId: shownTo, isShown: true }
  return typeof givenBy === 'string' ? { giverId: givenBy, isShown: false } : undefined
}

/**
 * Whether one person could give another all that they hold in an organisation. Somebody who was invited may have been given
 * more since, by hand, by a role that grew, or by a group of the provider, and who gave may have less now, or be gone: a link
 * opens none of that.
 */
export async function couldGiveAll(
  { db }: RightsSource,
  { organizationId, giverId, userId }: { organizationId: string; giverId: string; userId: string },
): Promise<boolean> {
  const { read } = db.organization(organizationId)
  const giver = await read.findMembership(giverId)
  if (giver.isAdmin) return true
  const standing = await read.findStanding(userId)
  // What somebody holds who is barred comes back when they are let in again.
  if (standing?.isAdmin !== false || standing.status === 'disable') return false
  const heldIn = heldInPlaces(giver)
  return (await listBeyond({ db }, { organizationId, userIds: [userId], heldIn })).length === 0
}
