import type { Principal } from '@runnel/access'
import { type ErasingWorkspace, isoTime, type Organization, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'

/** The caller's organisation, whether named by its id, its name or not at all. @throws RunnelError `not_found` for another one */
export async function getOrganization(
  { db }: OperationContext,
  principal: Principal,
  { id, name }: { id?: string | undefined; name?: string | undefined },
): Promise<Organization> {
  const person = personOf(principal)
  assertOwnOrganization(person, id)
  const { createdAt, ...row } = await db.organization(person.organizationId).read.get()
  const isNamed = name === undefined || name.trim().toLowerCase() === row.name.toLowerCase()
  if (!isNamed) throw new RunnelError('not_found', `Organization ${name} not found`)
  return { ...row, createdDate: isoTime(createdAt) }
}

/** So many workspaces that are being erased are told of at once. */
const MOST_ERASING = 10

/** The same, with the workspaces that are being erased for who administers it. */
export async function readOrganization(
  context: OperationContext,
  principal: Principal,
  wanted: { id?: string | undefined; name?: string | undefined },
): Promise<Organization & { erasing?: ErasingWorkspace[] }> {
  const found = await getOrganization(context, principal, wanted)
  if (!personOf(principal).isOrganizationAdmin) return found
  const erasing = await context.db.system.workspaces.listErasing(found.id, MOST_ERASING)
  return {
    ...found,
    erasing: erasing.map(({ deletedAt, ...row }) => ({ ...row, deletedDate: isoTime(deletedAt) })),
  }
}
