import { isoTime, type Role } from '@runnel/contract'
import type { RoleRow } from '@runnel/db'

/** A role on the wire. */
export function presentRole({
  createdAt,
  updatedAt,
  permissions,
  ...row
}: RoleRow & { userCount?: number }): Role {
  return {
    ...row,
    permissions: JSON.stringify(permissions),
    createdDate: isoTime(createdAt),
    updatedDate: isoTime(updatedAt),
    createdBy: null,
    updatedBy: null,
  }
}

/** What the audit log tells of a role. */
export const describeRole = ({ name, description, permissions }: RoleRow) => ({
  name,
  description,
  permissions,
})

/** Fields of a role that its server sets. */
export const ROLE_ECHOES = ['builtIn', 'createdDate', 'updatedDate'] as const
