import { authorize, type Principal } from '@runnel/access'
import { RunnelError, type Workspace } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import {
  assertOwnOrganization,
  forbidden,
  type Person,
  permissionsIn,
  personOf,
  type RightsSource,
} from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { getWorkspace } from './get-workspace.ts'
import { checkWorkspaceName } from './present-workspace.ts'

/**
 * The role that the maker of a workspace has there: the owner's for administrators, else the one they have in the named
 * workspace, or where they are.
 */
async function roleOfMaker(
  context: RightsSource,
  person: Person,
  like: string = person.workspaceId,
): Promise<string> {
  await permissionsIn(context, person, like)
  const { read } = context.db.organization(person.organizationId)
  if (person.isOrganizationAdmin) {
    const owner = (await read.listBuiltInRoles()).find(({ builtIn }) => builtIn === 'owner')
    if (owner) return owner.id
  }
  const here = await read.findPlace(person.userId, like)
  if (here) return here.roleId
  throw new RunnelError('not_found', `Workspace ${like} not found`)
}

/** A workspace that is to be made. */
interface NewWorkspace {
  name: string
  description?: string | null | undefined
  organizationId?: string | undefined
  existingWorkspaceId?: string | undefined
  createdBy?: string | null | undefined
}

/**
 * Makes a workspace; its maker is in it, as what they are in `existingWorkspaceId`.
 * @throws RunnelError `invalid_input`, `not_found`, `conflict` when the name is taken
 */
export async function createWorkspace(
  context: OperationContext,
  principal: Principal,
  input: NewWorkspace,
): Promise<Workspace> {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  checkActor(person, { createdBy: input.createdBy })
  checkWorkspaceName(input.name)
  const { name, description } = input
  const roleId = await roleOfMaker(context, person, input.existingWorkspaceId)
  const askAgain = stillAllowed(context, person, async (now, still) => {
    authorize(still, 'workspace:create')
    // As the maker is now: a role that they have no more is none that they get.
    if ((await roleOfMaker(now, still, input.existingWorkspaceId)) !== roleId) throw forbidden()
  })
  const id = await context.db.organization(person.organizationId).write(async (writer) => {
    const workspaceId = await writer.insertWorkspace({ name, description })
    await writer.addWorkspaceMember({ workspaceId, userId: person.userId, roleId })
    const subject = { kind: 'workspace', id: workspaceId, name }
    const after = { name, description: description ?? null }
    await writer.audit.append(auditEntry(person, { action: 'workspace.created', subject, after }))
    return workspaceId
  }, askAgain)
  return getWorkspace(context, person, id)
}
