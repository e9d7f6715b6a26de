import type { MemberRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { assertHolds, forbidden, type Person, permissionsOf } from '../people-rights.ts'
import { readMember } from './read-member.ts'

/** Places that are looked through of somebody who is to be governed. */
const PLACES_AT_ONCE = 200

/**
 * Whoever manages people governs those who hold no more than they do; administrators are governed by administrators.
 * Gives who is to be governed.
 * @throws RunnelError `not_found` for somebody outside of the organisation, `forbidden`
 */
export async function assertMayGovern(
  context: OperationContext,
  person: Person,
  userId: string,
): Promise<MemberRow> {
  const { organizationId } = person
  const target = await readMember(context, { organizationId, userId })
  if (person.isOrganizationAdmin) return target
  if (target.isAdmin) throw forbidden()
  for (let page = 1; ; page++) {
    const { rows } = await context.db.system.people.listPlaces(organizationId, {
      userId,
      page,
      limit: PLACES_AT_ONCE,
    })
    for (const { permissions } of rows) assertHolds(permissionsOf(person), permissions)
    if (rows.length < PLACES_AT_ONCE) return target
  }
}
