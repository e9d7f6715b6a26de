import type { Principal } from '@runnel/access'
import type { Workspace } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'
import { getWorkspace } from './get-workspace.ts'
import { presentWorkspace } from './present-workspace.ts'
import { readOwnRights } from './read-own-rights.ts'

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
    const [{ heldIn, tellMay }, counts] = await Promise.all([
      readOwnRights(context, person),
      read.countPeopleIn(id),
    ])
    const { people: userCount, onlyHere: onlyHereCount } = counts
    const may = tellMay(id)
    // What would be lost is the business of who may delete it.
    const contents = may.delete ? await context.db.system.workspaces.countContents(id) : undefined
    const told = { userCount, onlyHereCount, may, holds: [...heldIn(id)], ...(contents && { contents }) }
    return { one: { ...workspace, ...told } }
  }
  const userId = person.isOrganizationAdmin ? undefined : person.userId
  const [{ tellMay }, firstId, { rows, total }] = await Promise.all([
    readOwnRights(context, person),
    read.findFirstWorkspaceId(),
    read.pageWorkspaces(ascendingNames({ limit: 200, ...query, userId })),
  ])
  const own = await read.listPlacesAmong(
    person.userId,
    rows.map((row) => row.id),
  )
  return {
    rows: rows.map((row) => ({
      ...presentWorkspace(row, firstId),
      isOwn: own.includes(row.id),
      may: tellMay(row.id),
    })),
    total,
  }
}
