import type { ProvisioningPrincipal } from '@runnel/access'
import { type AuditAction, RunnelError, type ScimGroup } from '@runnel/contract'
import type { GroupOutcome, NewAuditEntry, ScimGroupRow } from '@runnel/db'
import { provisioningEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { readListQuery, type ScimListWanted } from './list-wanted.ts'
import { readGroup, readGroupPatch } from './patch-group.ts'
import { readPatch } from './patch-operations.ts'
import { isWanted, presentScimGroup, presentScimList } from './present-scim.ts'
import { readObject } from './read-values.ts'
import { scimFault } from './scim-fault.ts'
import type { ScimCall, ScimTarget, Versioned } from './scim-users.ts'
import { toGroupCondition } from './to-condition.ts'
import { groupColumns } from './user-attributes.ts'

/** Members in one answer: a list of groups ends where there would be more, and its caller asks for the next ones. */
const MOST_MEMBERS = 20_000
/** People that one entry of the audit log names. */
const NAMED_IN_ONE = 500

const keyOf = ({ principal, id, ifVersion }: ScimTarget) => ({
  organizationId: principal.organizationId,
  id: id.toLowerCase(),
  ifVersion,
})

async function present(
  { db }: OperationContext,
  { principal, base, projection }: ScimCall,
  rows: readonly ScimGroupRow[],
): Promise<ScimGroup[]> {
  if (!isWanted(projection, 'members'))
    return rows.map((row) => presentScimGroup(row, { base, members: undefined, projection }))
  const { provisioning } = db.organization(principal.organizationId)
  const members = await provisioning.listScimMembers(rows.map(({ id }) => id))
  return rows.map((row) => presentScimGroup(row, { base, members: members.get(row.id) ?? [], projection }))
}

async function presentOne(
  context: OperationContext,
  call: ScimCall,
  row: ScimGroupRow,
): Promise<Versioned<ScimGroup>> {
  const [resource] = await present(context, call, [row])
  return { resource: resource as ScimGroup, version: row.version }
}

/** As many of the groups, from the first, as their members fit into one answer. */
async function takeFitting(
  { db }: OperationContext,
  { principal, projection }: ScimCall,
  rows: ScimGroupRow[],
): Promise<ScimGroupRow[]> {
  if (!isWanted(projection, 'members')) return rows
  const ids = rows.map(({ id }) => id)
  const counts = await db.organization(principal.organizationId).provisioning.countScimMembers(ids)
  let sum = 0
  const tooMany = rows.findIndex(({ id }) => {
    sum += counts.get(id) ?? 0
    return sum > MOST_MEMBERS
  })
  return tooMany === -1 ? rows : rows.slice(0, Math.max(tooMany, 1))
}

/** Groups of the provider. @throws RunnelError `invalid_input` with SCIM's word */
export async function listScimGroups(context: OperationContext, call: ScimCall, wanted: ScimListWanted) {
  const query = readListQuery(wanted, { columns: groupColumns, toCondition: toGroupCondition })
  const page = await context.db.organization(call.principal.organizationId).provisioning.listScimGroups(query)
  const resources = await present(context, call, await takeFitting(context, call, page.rows))
  return presentScimList(resources, { total: page.total, startIndex: query.startIndex })
}

/** A group. @throws RunnelError `not_found` */
export async function getScimGroup(
  context: OperationContext,
  target: ScimTarget,
): Promise<Versioned<ScimGroup>> {
  const { organizationId, id } = keyOf(target)
  const row = await context.db.organization(organizationId).provisioning.findScimGroup(id)
  if (!row) throw new RunnelError('not_found', `Group ${target.id} not found`)
  return presentOne(context, target, row)
}

const tellOf = (row: ScimGroupRow | undefined) =>
  row && { displayName: row.displayName, externalId: row.externalId }

/** The entries of a change: one, or as many as it takes to name everybody who came or went. */
function describeChange(
  principal: ProvisioningPrincipal,
  action: AuditAction,
  { before, after, added, removed, places }: GroupOutcome,
): NewAuditEntry[] {
  const row = after ?? before
  const subject = { kind: 'group', id: row?.id ?? null, name: row?.displayName ?? null }
  const pieces = Math.max(1, Math.ceil(Math.max(added.length, removed.length) / NAMED_IN_ONE))
  return Array.from({ length: pieces }, (_, index) => {
    const cut = (ids: readonly string[]) => ids.slice(index * NAMED_IN_ONE, (index + 1) * NAMED_IN_ONE)
    const people = { added: cut(added), removed: cut(removed) }
    const told = index === 0 ? { ...tellOf(after), ...people, places } : people
    return provisioningEntry(principal, {
      action,
      subject,
      ...(before && index === 0 ? { before: tellOf(before) } : {}),
      after: told,
    })
  })
}

/** Makes a group. @throws RunnelError `invalid_input`, `conflict` for a name that is taken */
export async function createScimGroup(
  context: OperationContext,
  call: ScimCall,
  body: unknown,
): Promise<Versioned<ScimGroup>> {
  const { displayName, externalId, members } = readGroup(body)
  const { principal } = call
  const row = await context.db.system.provisioning.createGroup(
    {
      organizationId: principal.organizationId,
      displayName,
      externalId,
      members: [{ kind: 'replace', ids: lowered(members) }],
    },
    (outcome) => describeChange(principal, 'group.created', outcome),
  )
  return presentOne(context, call, row)
}

const lowered = (ids: readonly string[]) => ids.map((id) => id.toLowerCase())

/** Replaces a group with its members. @throws RunnelError `not_found`, `invalid_input`, `conflict`, `precondition_failed` */
export async function replaceScimGroup(
  context: OperationContext,
  target: ScimTarget,
  body: unknown,
): Promise<Versioned<ScimGroup>> {
  const { id } = readObject('The group', body)
  if (id !== undefined && id !== target.id) throw scimFault('mutability', 'id never changes.')
  const { displayName, externalId, members } = readGroup(body)
  const row = await context.db.system.provisioning.changeGroup(
    keyOf(target),
    { displayName, externalId, members: [{ kind: 'replace', ids: lowered(members) }] },
    (outcome) => describeChange(target.principal, 'group.updated', outcome),
  )
  return presentOne(context, target, row)
}

/**
 * Changes a group by operations, all or none. Gives the group only where attributes of it are asked for: its members may be
 * many. @throws RunnelError as `replaceScimGroup`
 */
export async function patchScimGroup(
  context: OperationContext,
  target: ScimTarget,
  body: unknown,
): Promise<{ resource: ScimGroup | undefined; version: number }> {
  const { members, ...change } = await readGroupPatch(await readPatch(body, target.id))
  const steps = members.map((step) => ('ids' in step ? { ...step, ids: lowered(step.ids) } : step))
  const row = await context.db.system.provisioning.changeGroup(
    keyOf(target),
    { ...change, members: steps },
    (outcome) => describeChange(target.principal, 'group.updated', outcome),
  )
  if (target.projection.attributes === undefined) return { resource: undefined, version: row.version }
  return presentOne(context, target, row)
}

/** Deletes a group, with what it gave. @throws RunnelError `not_found`, `precondition_failed` */
export async function deleteScimGroup(context: OperationContext, target: ScimTarget): Promise<void> {
  await context.db.system.provisioning.removeGroup(keyOf(target), (outcome) =>
    describeChange(target.principal, 'group.deleted', outcome),
  )
}
