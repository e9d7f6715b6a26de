import { randomUUID } from 'node:crypto'
import type { Principal } from '@runnel/access'
import { isoTime, type Organization, refusalOf, tellWhy } from '@runnel/contract'
import type { OwnOrganization } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import { checkOrganizationName } from '../check-organization-name.ts'
import type { OperationContext } from '../context.ts'
import { findMakingHindrance } from '../making-hindrance.ts'
import { type Person, personOf } from '../people-rights.ts'
import { composeExampleFlows } from '../templates/compose-example-flows.ts'

/** Who administers so many organisations makes no more. */
const MOST_ADMINISTERED = 50

/**
 * Makes an organisation with a first workspace and the worked examples; its maker is the owner of both. Nothing of another
 * organisation comes along, neither people nor roles. Names are not unique, but nobody is in two of one name that they
 * made: they could not tell them apart.
 * @throws RunnelError `forbidden`, `invalid_input` for a reserved name, `conflict` for a name of one's own, and for too many
 */
export async function createOrganization(
  context: OperationContext,
  principal: Principal,
  input: { name: string; createdBy?: string | null | undefined },
): Promise<Organization & { workspaceId: string }> {
  const person = personOf(principal)
  assertMayMake(context, person)
  checkActor(person, { createdBy: input.createdBy })
  checkOrganizationName(input.name)
  const organization = { id: randomUUID(), name: input.name }
  const workspace = { id: randomUUID(), name: 'Default Workspace' }
  const { userId, organizationId } = person
  const after = { name: organization.name, workspace: workspace.name, administrator: person.email ?? null }
  const subject = { kind: 'organization', ...organization }
  const entry = auditEntry(person, { action: 'organization.created', subject, after })
  const at = context.now()
  await context.db.system.organizations.create(
    {
      organization,
      workspace,
      flows: composeExampleFlows(context),
      maker: { userId, organizationId },
      entry,
      // Whoever is no administrator makes it in their own name: that is none of this organisation's business.
      entryOfMaker: person.isOrganizationAdmin ? entry : undefined,
    },
    (own) => assertMayStill(context, { person, name: organization.name, own }),
  )
  return { ...organization, revision: 1, createdDate: isoTime(at), workspaceId: workspace.id }
}

function assertMayMake(context: OperationContext, person: Person): void {
  const reason = findMakingHindrance(context, person)
  if (reason !== undefined) throw refusalOf('forbidden', tellWhy(reason))
}

/** As they are now: who was lowered or barred meanwhile makes nothing. */
function assertMayStill(
  context: OperationContext,
  { person, name, own }: { person: Person; name: string; own: readonly OwnOrganization[] },
): void {
  const here = own.find(({ organizationId }) => organizationId === person.organizationId)
  if (!here?.isActive) throw refusalOf('forbidden', tellWhy('forbidden'))
  assertMayMake(context, { ...person, isOrganizationAdmin: person.isOrganizationAdmin && here.isAdmin })
  const isOwn = own.some((each) => each.name.toLowerCase() === name.toLowerCase())
  if (isOwn) throw refusalOf('conflict', tellWhy('organization_name_own', { name }), { path: 'name' })
  if (own.filter(({ isAdmin }) => isAdmin).length >= MOST_ADMINISTERED)
    throw refusalOf('conflict', tellWhy('organizations_exceeded', { most: String(MOST_ADMINISTERED) }))
}
