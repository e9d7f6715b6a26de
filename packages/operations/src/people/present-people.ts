import { isoTime, type OrganizationUser, type WorkspaceUser } from '@runnel/contract'
import type { MemberRow, PlaceRow, RoleRow } from '@runnel/db'

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at))

/** The built-in roles that stand for what somebody is in the organisation. */
export interface OrganizationRoles {
  owner: Pick<RoleRow, 'id' | 'name' | 'builtIn'>
  member: Pick<RoleRow, 'id' | 'name' | 'builtIn'>
}

/** Somebody in an organisation on the wire. */
export function presentMember(row: MemberRow, roles: OrganizationRoles): OrganizationUser {
  const { id, name, builtIn } = row.isAdmin ? roles.owner : roles.member
  return {
    organizationId: row.organizationId,
    userId: row.userId,
    roleId: id,
    status: row.status,
    isOrgOwner: row.isAdmin,
    lastLogin: timeOrNull(row.lastLoginAt),
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.createdAt),
    user: { id: row.userId, name: row.name, email: row.email },
    role: { id, name, builtIn },
    roleCount: row.roleCount,
  }
}

/** Somebody in a workspace on the wire. */
export function presentPlace(row: PlaceRow): WorkspaceUser {
  return {
    workspaceId: row.workspaceId,
    userId: row.userId,
    roleId: row.roleId,
    status: row.status,
    lastLogin: timeOrNull(row.lastLoginAt),
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.createdAt),
    workspace: { id: row.workspaceId, name: row.workspaceName, organizationId: row.organizationId },
    user: { id: row.userId, name: row.name, email: row.email },
    role: {
      id: row.roleId,
      name: row.roleName,
      permissions: JSON.stringify(row.permissions),
      builtIn: row.builtIn,
    },
    isOrgOwner: row.isAdmin,
  }
}
