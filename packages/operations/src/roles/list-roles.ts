import type { Principal } from '@runnel/access'
import type { Role } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, getRole, personOf } from '../people-rights.ts'
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
  if (id !== undefined) return { one: presentRole(await getRole(context, person, id)) }
  const { read } = context.db.organization(person.organizationId)
  const isBuiltIn = organizationId === undefined ? true : undefined
  const { rows, total } = await read.pageRoles(ascendingNames({ limit: 200, ...query, isBuiltIn }))
  return { rows: rows.map(presentRole), total }
}
