import type { Principal } from '@runnel/access'
import { allFeatures, allPermissions, RunnelError, type SignedInUser } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** Who a session belongs to. */
export interface SessionOwner {
  sessionId: string
  userId: string
  workspaceId: string
}

/** Everything is in the one open edition: every flag is on. */
function features(): Record<string, string> {
  return Object.fromEntries(allFeatures.map((feature) => [feature, 'true']))
}

async function readOwner(context: OperationContext, owner: SessionOwner) {
  const { accounts } = context.db.system
  const user = await accounts.findUser(owner.userId)
  if (user?.status !== 'active') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
  const memberships = await accounts.findMemberships(owner.userId)
  const chosen = memberships.find(({ workspaceId }) => workspaceId === owner.workspaceId) ?? memberships[0]
  const here = chosen && (await readMembership(context, chosen.organizationId, owner.userId))
  const active = here?.workspaces.find(({ id }) => id === chosen?.workspaceId)
  if (!active) throw new RunnelError('unauthenticated', 'Invalid or Missing token')
  const isOrganizationAdmin = here?.isAdmin === true
  return {
    user,
    memberships,
    active,
    isOrganizationAdmin,
    permissions: isOrganizationAdmin ? [...allPermissions] : active.permissions,
  }
}

function readMembership({ db }: OperationContext, organizationId: string, userId: string) {
  return db.organization(organizationId).read.findMembership(userId)
}

/** The principal of a session, with what it may do now. */
export async function sessionPrincipal(
  context: OperationContext,
  owner: SessionOwner,
): Promise<Principal & { kind: 'user' }> {
  const { active, isOrganizationAdmin, permissions } = await readOwner(context, owner)
  return {
    kind: 'user',
    userId: owner.userId,
    sessionId: owner.sessionId,
    workspaceId: active.id,
    organizationId: active.organizationId,
    isOrganizationAdmin,
    permissions,
    features: features(),
  }
}

/** The signed-in user as clients see it. */
export async function getSignedInUser(context: OperationContext, owner: SessionOwner): Promise<SignedInUser> {
  const { user, memberships, active, isOrganizationAdmin, permissions } = await readOwner(context, owner)
  const organizationIds = [...new Set(memberships.map(({ organizationId }) => organizationId))]
  const everywhere = await Promise.all(organizationIds.map((id) => readMembership(context, id, user.id)))
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    status: user.status,
    role: active.roleName,
    roleId: active.roleId,
    isSSO: false,
    activeOrganizationId: active.organizationId,
    activeOrganizationSubscriptionId: null,
    activeOrganizationCustomerId: null,
    activeOrganizationProductId: null,
    activeWorkspaceId: active.id,
    activeWorkspace: active.name,
    lastLogin: user.lastLoginAt === null ? null : new Date(user.lastLoginAt).toISOString(),
    isOrganizationAdmin,
    assignedWorkspaces: everywhere.flatMap(({ workspaces }) =>
      workspaces.map(({ id, name, roleName, organizationId }) => ({
        id,
        name,
        role: roleName,
        organizationId,
      })),
    ),
    permissions,
    features: features(),
    token: owner.sessionId,
  }
}
