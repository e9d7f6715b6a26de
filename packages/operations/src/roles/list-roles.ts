import type { Principal } from '@runnel/access'
import type { Role } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, getRole, personOf } from '../people-rights.ts'
import { readMayWithRoles } from './assert-may-change-role.ts'
import { presentRole } from './present-role.ts'

/** A role by its id, those of the organisation, or the built-in ones when neither is named. */
export async function listRoles(
  context: OperationContext,
  principal: Principal,
  {
    id,
    organizationId,
    ...query
  }: PageQuery & { id?: string | undefined; organizationId?: string | undefined },
): Promise<{ one: Role } | { rows: Role[]; total: number }> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  if (id !== undefined) {
    const role = await getRole(context, person, id)
    const tellMay = await readMayWithRoles(context, person, [role])
    return { one: { ...presentRole(role), ...tellMay(role) } }
  }
  const { read } = context.db.organization(person.organizationId)
  const isBuiltIn = organizationId === undefined ? true : undefined
  const { rows, total } = await read.pageRoles(ascendingNames({ limit: 200, ...query, isBuiltIn }))
  const tellMay = await readMayWithRoles(context, person, rows)
  return { rows: rows.map((row) => ({ ...presentRole(row), ...tellMay(row) })), total }
}
