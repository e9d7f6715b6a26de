import type { Principal } from '@runnel/access'
import type { Organization } from '@runnel/contract'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { getOrganization } from './get-organization.ts'

/** Renames the caller's organisation. @throws RunnelError `not_found` for another one */
export async function updateOrganization(
  context: OperationContext,
  principal: Principal,
  input: { id: string; name: string },
): Promise<Organization> {
  const person = personOf(principal)
  const known = await getOrganization(context, person, input)
  checkEchoes(input, known, ['createdDate'])
  await context.db.organization(person.organizationId).write((writer) => writer.rename(input.name))
  return { ...known, name: input.name }
}
