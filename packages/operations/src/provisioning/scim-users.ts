import type { ProvisioningPrincipal } from '@runnel/access'
import { type AuditAction, RunnelError, type ScimUser } from '@runnel/contract'
import type { NewAuditEntry, ScimAccount, ScimOrigin, ScimUserRecord, ScimUserRow } from '@runnel/db'
import { provisioningEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { readOwnDomains } from '../sign-on/organization-domains.ts'
import { readListQuery, type ScimListWanted } from './list-wanted.ts'
import { noteLastAdministrator } from './note-last-administrator.ts'
import { readPatch } from './patch-operations.ts'
import { patchUser } from './patch-user.ts'
import { isWanted, type Projection, presentScimList, presentScimUser, type ScimBase } from './present-scim.ts'
import { readObject } from './read-values.ts'
import { scimFault } from './scim-fault.ts'
import { toUserCondition } from './to-condition.ts'
import { userColumns } from './user-attributes.ts'
import { readUserRecord, toAccount } from './user-record.ts'

/** One call of the provider: who calls, what of the answer they want, and under which address the resources lie. */
export interface ScimCall {
  principal: ProvisioningPrincipal
  base: ScimBase
  projection: Projection
}

/** One resource of a call; with `ifVersion` only while it is at one of these versions. */
export interface ScimTarget extends ScimCall {
  id: string
  ifVersion?: readonly number[] | undefined
}

/** Something that was made or read, with its version for the caller's next write. */
export interface Versioned<Resource> {
  resource: Resource
  version: number
}

const keyOf = ({ principal, id, ifVersion }: ScimTarget) => ({
  organizationId: principal.organizationId,
  id: id.toLowerCase(),
  ifVersion,
})

async function present(
  { db }: OperationContext,
  { principal, base, projection }: ScimCall,
  rows: readonly ScimUserRow[],
): Promise<ScimUser[]> {
  const ids = isWanted(projection, 'groups') ? rows.map(({ id }) => id) : []
  const groupsOf = await db.organization(principal.organizationId).provisioning.listGroupsOf(ids)
  return rows.map((row) => presentScimUser(row, { base, groups: groupsOf.get(row.id) ?? [], projection }))
}

async function presentOne(
  context: OperationContext,
  call: ScimCall,
  row: ScimUserRow,
): Promise<Versioned<ScimUser>> {
  const [resource] = await present(context, call, [row])
  return { resource: resource as ScimUser, version: row.version }
}

/** People of the provider. @throws RunnelError `invalid_input` with SCIM's word */
export async function listScimUsers(context: OperationContext, call: ScimCall, wanted: ScimListWanted) {
  const query = readListQuery(wanted, { columns: userColumns, toCondition: toUserCondition })
  const page = await context.db.organization(call.principal.organizationId).provisioning.listScimUsers(query)
  const resources = await present(context, call, page.rows)
  return presentScimList(resources, { total: page.total, startIndex: query.startIndex })
}

/** A person. @throws RunnelError `not_found` */
export async function getScimUser(
  context: OperationContext,
  target: ScimTarget,
): Promise<Versioned<ScimUser>> {
  const { organizationId, id } = keyOf(target)
  const row = await context.db.organization(organizationId).provisioning.findScimUser(id)
  if (!row) throw new RunnelError('not_found', `User ${target.id} not found`)
  return presentOne(context, target, row)
}

/** What the audit log tells of a person: what changed, by the names of the record. */
function tellOf(row: ScimUserRow, other?: ScimUserRow) {
  const { userName, externalId, displayName, formattedName, givenName, familyName, title, emails, isActive } =
    row
  const told = {
    userName,
    externalId,
    displayName,
    formattedName,
    givenName,
    familyName,
    title,
    emails,
    isActive,
  }
  if (!other) return told
  const isOther = (name: string) =>
    JSON.stringify(told[name as keyof typeof told]) !== JSON.stringify(other[name as keyof typeof told])
  return Object.fromEntries(Object.entries(told).filter(([name]) => isOther(name)))
}

const subjectOf = ({ userId, userName }: ScimUserRow) => ({ kind: 'user', id: userId, name: userName })

/**
 * Makes a person, or takes over a member of the organisation who has that address.
 * @throws RunnelError `invalid_input`, `conflict` for a name or an address that is taken
 */
export async function createScimUser(
  context: OperationContext,
  call: ScimCall,
  body: unknown,
): Promise<Versioned<ScimUser>> {
  const record = readUserRecord(body)
  const { principal } = call
  const { organizationId } = principal
  const isOwn = await readOwnDomains(context, organizationId)
  const described = (made: ScimUserRow, origin: ScimOrigin) => {
    const after = { ...tellOf(made), origin }
    const subject = subjectOf(made)
    const barred = {
      action: 'user.barred',
      subject,
      before: { isActive: true },
      after: { isActive: false },
    } as const
    return [
      provisioningEntry(principal, { action: 'user.provisioned', subject, after }),
      ...(made.isActive ? [] : [provisioningEntry(principal, barred)]),
    ]
  }
  const row = await noteLastAdministrator(context, { principal, action: 'user.barred', person: record }, () =>
    context.db.system.provisioning.createUser(
      { organizationId, record, account: toAccount(record, isOwn) },
      described,
    ),
  )
  return presentOne(context, call, row)
}

/** The entries of a change: what is told of the person, and whether they are let in. */
function describeChange(
  principal: ProvisioningPrincipal,
  before: ScimUserRow,
  after: ScimUserRow,
): NewAuditEntry[] {
  const [was, is] = [tellOf(before, after), tellOf(after, before)]
  const subject = subjectOf(after)
  const told = { subject, before: was, after: is }
  const actions: AuditAction[] = []
  if (Object.keys(is).some((name) => name !== 'isActive')) actions.push('user.updated')
  if (before.isActive !== after.isActive) actions.push(after.isActive ? 'user.admitted' : 'user.barred')
  const barring = {
    subject,
    before: { isActive: before.isActive },
    after: { isActive: after.isActive },
  }
  return actions.map((action) =>
    provisioningEntry(principal, { action, ...(action === 'user.updated' ? told : barring) }),
  )
}

/** Replaces what is told of a person. @throws RunnelError `not_found`, `invalid_input`, `conflict`, `precondition_failed` */
export async function replaceScimUser(
  context: OperationContext,
  target: ScimTarget,
  body: unknown,
): Promise<Versioned<ScimUser>> {
  const { id } = readObject('The person', body)
  if (id !== undefined && id !== target.id) throw scimFault('mutability', 'id never changes.')
  const record = readUserRecord(body)
  const isOwn = await readOwnDomains(context, target.principal.organizationId)
  const change = { record, account: toAccount(record, isOwn) }
  return changeUser(context, target, () => change)
}

/** Changes a person; that the last administrator was to be barred so is written down. */
async function changeUser(
  context: OperationContext,
  target: ScimTarget,
  change: (known: ScimUserRow) => { record: ScimUserRecord; account: ScimAccount },
): Promise<Versioned<ScimUser>> {
  const { principal } = target
  const key = keyOf(target)
  const row = await noteLastAdministrator(context, { principal, action: 'user.barred', person: key }, () =>
    context.db.system.provisioning.changeUser(key, change, (before, after) =>
      describeChange(principal, before, after),
    ),
  )
  return presentOne(context, target, row)
}

/** Changes a person by operations, all or none. @throws RunnelError as `replaceScimUser` */
export async function patchScimUser(
  context: OperationContext,
  target: ScimTarget,
  body: unknown,
): Promise<Versioned<ScimUser>> {
  const operations = await readPatch(body, target.id)
  const isOwn = await readOwnDomains(context, target.principal.organizationId)
  return changeUser(context, target, (known) => {
    const record = patchUser(known, operations)
    return { record, account: toAccount(record, isOwn) }
  })
}

/**
 * Removes somebody from the organisation; the account goes as well where it belongs to no other.
 * @throws RunnelError `not_found`, `conflict` for the last administrator, `precondition_failed`
 */
export async function deleteScimUser(context: OperationContext, target: ScimTarget): Promise<void> {
  const { principal } = target
  const key = keyOf(target)
  await noteLastAdministrator(context, { principal, action: 'user.removed', person: key }, () =>
    context.db.system.provisioning.removeUser(key, (row) =>
      provisioningEntry(principal, {
        action: 'user.removed',
        subject: subjectOf(row),
        before: { isActive: row.isActive },
      }),
    ),
  )
}
