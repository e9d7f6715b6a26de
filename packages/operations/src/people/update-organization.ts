import type { Principal } from '@runnel/access'
import type { Organization } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import { checkEchoes } from '../check-echoes.ts'
import { checkOrganizationName } from '../check-organization-name.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { stillAdministrator } from '../still-allowed.ts'
import { getOrganization } from './get-organization.ts'

/**
 * Renames the caller's organisation. `expectedRevision`: the one that was read; without it the change is unconditional.
 * @throws RunnelError `not_found` for another one, `invalid_input` for a reserved name, `stale_revision`
 */
export async function updateOrganization(
  context: OperationContext,
  principal: Principal,
  {
    expectedRevision,
    ...input
  }: {
    id: string
    name: string
    updatedBy?: string | null | undefined
    expectedRevision?: number | undefined
  },
): Promise<Organization> {
  const person = personOf(principal)
  const known = await getOrganization(context, person, { id: input.id })
  checkEchoes(input, known, ['createdDate'])
  checkActor(person, { updatedBy: input.updatedBy })
  const { id, name } = known
  if (input.name.toLowerCase() !== name.toLowerCase()) checkOrganizationName(input.name)
  const revision = await context.db.organization(person.organizationId).write(
    async (writer) => {
      const next = await writer.rename(input.name, { expectedRevision })
      const subject = { kind: 'organization', id, name: input.name }
      const [before, after] = [{ name }, { name: input.name }]
      await writer.audit.append(
        auditEntry(person, { action: 'organization.renamed', subject, before, after }),
      )
      return next
    },
    stillAdministrator(context, person),
  )
  return { ...known, name: input.name, revision }
}
