import type { Principal } from '@runnel/access'
import type { Workspace } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'
import { getWorkspace } from './get-workspace.ts'
import { presentWorkspace } from './present-workspace.ts'

/** A workspace by its id, or those of the organisation: all for its administrators, for others those they are in. */
export async function listWorkspaces(
  context: OperationContext,
  principal: Principal,
  {
    id,
    organizationId,
    ...query
  }: PageQuery & { id?: string | undefined; organizationId?: string | undefined },
): Promise<{ one: Workspace } | { rows: Workspace[]; total: number }> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  const { read } = context.db.organization(person.organizationId)
  if (id !== undefined) {
    const workspace = await getWorkspace(context, person, id)
    return { one: { ...workspace, onlyHereCount: await read.countOnlyIn(id) } }
  }
  const userId = person.isOrganizationAdmin ? undefined : person.userId
  const [firstId, { rows, total }] = await Promise.all([
    read.findFirstWorkspaceId(),
    read.pageWorkspaces(ascendingNames({ limit: 200, ...query, userId })),
  ])
  const own = await read.listPlacesAmong(
    person.userId,
    rows.map((row) => row.id),
  )
  return {
    rows: rows.map((row) => ({ ...presentWorkspace(row, firstId), isOwn: own.includes(row.id) })),
    total,
  }
}
