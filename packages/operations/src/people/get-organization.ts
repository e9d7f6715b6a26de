import type { Principal } from '@runnel/access'
import { isoTime, type Organization } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'

/** The caller's organisation. @throws RunnelError `not_found` for another one */
export async function getOrganization(
  { db }: OperationContext,
  principal: Principal,
  { id }: { id?: string | undefined },
): Promise<Organization> {
  const person = personOf(principal)
  assertOwnOrganization(person, id)
  const { createdAt, ...row } = await db.organization(person.organizationId).read.get()
  return { ...row, createdDate: isoTime(createdAt) }
}
