import type { Principal } from '@runnel/access'
import { isoTime, type ProvisionedGroup, type Refusal, RunnelError, tellWhy } from '@runnel/contract'
import type { ScimGroupRow, WantedPlace } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { getRole, type Person, permissionsIn, personOf, type RightsSource } from '../people-rights.ts'
import { stillAdministrator } from '../still-allowed.ts'

interface GroupsWanted {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
}

async function present(
  { db }: OperationContext,
  { organizationId }: Person,
  rows: readonly ScimGroupRow[],
): Promise<ProvisionedGroup[]> {
  const { provisioning } = db.organization(organizationId)
  const ids = rows.map(({ id }) => id)
  const [counts, places] = await Promise.all([
    provisioning.countScimMembers(ids),
    provisioning.listGroupPlaces(ids),
  ])
  return rows.map((row) => ({
    id: row.id,
    displayName: row.displayName,
    externalId: row.externalId,
    revision: row.mappingRevision,
    memberCount: counts.get(row.id) ?? 0,
    places: places.filter(({ groupId }) => groupId === row.id).map(({ groupId: _group, ...place }) => place),
    updatedDate: isoTime(row.updatedAt),
  }))
}

/** The groups of the provider of the caller's organisation by name, and what they give. */
export async function listProvisionedGroups(
  context: OperationContext,
  principal: Principal,
  wanted: GroupsWanted,
): Promise<{ data: ProvisionedGroup[]; total: number }> {
  const person = personOf(principal)
  const { provisioning } = context.db.organization(person.organizationId)
  const { rows, total } = await provisioning.pageScimGroups(wanted)
  return { data: await present(context, person, rows), total }
}

/**
 * Says which places a group gives to its members: these and no others, at once. The owner's role is given only where that is
 * said in so many words.
 * @param wish `expectedRevision`: the one that was read; without it the change is unconditional
 * @throws RunnelError `not_found` for a group, a workspace or a role of others, `invalid_input`, `stale_revision`
 */
export async function mapProvisionedGroup(
  context: OperationContext,
  principal: Principal,
  wish: {
    id: string
    places: WantedPlace[]
    givesOwner?: boolean | undefined
    expectedRevision?: number | undefined
  },
): Promise<ProvisionedGroup> {
  const { id, places, givesOwner, expectedRevision } = wish
  const person = personOf(principal)
  const { organizationId, userId } = person
  const { provisioning } = context.db.organization(organizationId)
  const row = await provisioning.findScimGroup(id)
  if (!row) throw new RunnelError('not_found', `Group ${id} not found`)
  assertOnce(places)
  const assertAllGivable = async (source: RightsSource, giver: Person) => {
    for (const [index, place] of places.entries())
      await assertGivable(source, giver, { place, index, givesOwner })
  }
  await assertAllGivable(context, person)
  const before = (await provisioning.listGroupPlaces([id])).map(tellPlace)
  const askAgain = stillAdministrator(context, person, assertAllGivable)
  const wanted = { places, by: userId, askAgain, expectedRevision }
  await context.db.system.provisioning.mapGroup({ organizationId, id }, wanted, (changed) => [
    auditEntry(person, {
      action: 'group.mapped',
      subject: { kind: 'group', id, name: row.displayName },
      before: { places: before },
      after: { places, people: changed },
    }),
  ])
  const after = await provisioning.findScimGroup(id)
  const [shown] = await present(context, person, [after ?? row])
  return shown as ProvisionedGroup
}

const tellPlace = ({ workspaceId, roleId }: WantedPlace) => ({ workspaceId, roleId })

function assertOnce(places: readonly WantedPlace[]): void {
  const ids = places.map(({ workspaceId }) => workspaceId)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (twice !== -1) throw refuse(`places[${twice}].workspaceId`, tellWhy('group_workspace_twice'))
}

async function assertGivable(
  context: RightsSource,
  person: Person,
  { place, index, givesOwner }: { place: WantedPlace; index: number; givesOwner: boolean | undefined },
): Promise<void> {
  await permissionsIn(context, person, place.workspaceId)
  const role = await getRole(context, person, place.roleId)
  if (role.builtIn === 'owner' && givesOwner !== true)
    throw refuse(`places[${index}].roleId`, tellWhy('group_owner_unsaid'))
}

function refuse(path: string, why: Refusal): RunnelError {
  return new RunnelError('invalid_input', `${path} ${why.message}.`, { issues: [{ path, ...why }] })
}
