import { countsInOrganization, type SignedInUser } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { findMakingHindrance } from '../making-hindrance.ts'
import { holdsEverywhere } from '../people-rights.ts'
import { reachable, readOwner, type SessionOwner } from './authenticate.ts'

/** Stands for the organisation, and the workspace, of somebody who belongs to none. */
const NOBODYS = '00000000-0000-0000-0000-000000000000'

/** So many workspaces of each organisation a user is told of with the session; the others are asked for. */
const MOST_TOLD = 50

/** Of what a place gives, what opens something: a right of the whole organisation does if it is held in all of it. */
async function openedBy(
  context: OperationContext,
  person: { organizationId: string; userId: string },
  permissions: readonly string[],
): Promise<string[]> {
  const isOpen = async (permission: string) =>
    !countsInOrganization(permission) || (await holdsEverywhere(context, person, [permission]))
  const opened = await Promise.all(permissions.map(isOpen))
  return permissions.filter((_each, at) => opened[at])
}

type Assigned = SignedInUser['assignedWorkspaces'][number]

/** The newest workspaces of somebody in one organisation, and of the older ones those that the page needs. */
async function listPlaces(
  { db }: OperationContext,
  organizationId: string,
  { userId, needed }: { userId: string; needed: readonly string[] },
): Promise<{ told: Assigned[]; hasMore: boolean }> {
  const { read } = db.organization(organizationId)
  const found = await read.listNewestPlaces(userId, MOST_TOLD + 1)
  if (found.length === 0) return { told: [], hasMore: false }
  const hasMore = found.length > MOST_TOLD
  const newest = hasMore ? found.slice(1) : found
  const missing = hasMore ? needed.filter((id) => !newest.some((place) => place.id === id)) : []
  const [organization, ...older] = await Promise.all([
    read.get(),
    ...missing.map((id) => read.findPlace(userId, id)),
  ])
  const places = [...older.flatMap((place) => place ?? []), ...newest]
  const told = places.map(({ id, name, roleName }) => ({
    id,
    name,
    role: roleName,
    organizationId,
    organization: organization.name,
  }))
  return { told, hasMore }
}

/**
 * The signed-in user as clients see it. Of the workspaces a bounded number is told, among them the active one and the one
 * that the page shows.
 */
export async function getSignedInUser(
  context: OperationContext,
  owner: SessionOwner,
  shownWorkspaceId?: string | undefined,
): Promise<SignedInUser> {
  const { user, active, isOrganizationAdmin, permissions } = await readOwner(context, owner)
  const entered = await context.db.system.accounts.findEnteredOrganizations(user.id)
  const organizationIds = reachable(entered, owner).map(({ organizationId }) => organizationId)
  const needed = [...new Set([owner.workspaceId, shownWorkspaceId ?? owner.workspaceId])]
  const person = { organizationId: active?.organizationId ?? NOBODYS, userId: user.id }
  const [opened, ...everywhere] = await Promise.all([
    isOrganizationAdmin ? permissions : openedBy(context, person, permissions),
    ...organizationIds.map((id) => listPlaces(context, id, { userId: user.id, needed })),
  ])
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    status: user.status,
    role: active?.roleName ?? null,
    roleId: active?.roleId ?? null,
    isSSO: owner.signOnOrganizationId !== null,
    activeOrganizationId: active?.organizationId ?? organizationIds[0] ?? NOBODYS,
    activeOrganizationSubscriptionId: null,
    activeOrganizationCustomerId: null,
    activeOrganizationProductId: null,
    // Who has none left is told of no workspace of others.
    activeWorkspaceId: organizationIds.length === 0 ? NOBODYS : owner.workspaceId,
    activeWorkspace: active?.name ?? '',
    lastLogin: user.lastLoginAt === null ? null : new Date(user.lastLoginAt).toISOString(),
    isOrganizationAdmin,
    assignedWorkspaces: everywhere.flatMap(({ told }) => told),
    ...(everywhere.some(({ hasMore }) => hasMore) ? { hasMoreWorkspaces: true } : {}),
    ...(findMakingHindrance(context, { isOrganizationAdmin, ...owner }) ? {} : { mayMakeOrganization: true }),
    permissions: opened,
    features: { ...featuresOf(context, active?.organizationId).flags },
    token: owner.sessionId,
  }
}
