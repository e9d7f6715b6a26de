import type { Role } from '@runnel/contract'

/** The permissions of a role as the wire has them: JSON text of a list. */
export function permissionsOf({ permissions }: Pick<Role, 'permissions'>): string[] {
  const value: unknown = JSON.parse(permissions)
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
