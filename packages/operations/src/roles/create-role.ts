import { authorize, type Principal } from '@runnel/access'
import type { Role } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, getRole, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { checkRole } from './check-role.ts'
import { presentRole } from './present-role.ts'

/** Makes a role. @throws RunnelError `invalid_input`, `forbidden`, `conflict` when the name is taken */
export async function createRole(
  context: OperationContext,
  principal: Principal,
  input: {
    name: string
    description?: string | null | undefined
    permissions: string[]
    organizationId?: string | undefined
    createdBy?: string | null | undefined
    updatedBy?: string | null | undefined
  },
): Promise<Role> {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  checkActor(person, { createdBy: input.createdBy, updatedBy: input.updatedBy })
  checkRole(person, input)
  const { name, description, permissions } = input
  const askAgain = stillAllowed(context, person, async (_now, still) => {
    authorize(still, 'roles:manage')
    checkRole(still, input)
  })
  const id = await context.db.organization(person.organizationId).write(async (writer) => {
    const made = await writer.insertRole({ name, description, permissions })
    const subject = { kind: 'role', id: made, name }
    const after = { name, description: description ?? null, permissions }
    await writer.audit.append(auditEntry(person, { action: 'role.created', subject, after }))
    return made
  }, askAgain)
  return presentRole(await getRole(context, person, id))
}
