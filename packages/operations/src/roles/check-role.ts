import {
  allPermissions,
  builtInRoleNames,
  comparedName,
  refusalOf,
  tagOfPermission,
  tellWhy,
} from '@runnel/contract'
import { assertHolds, type Person, permissionsOf } from '../people-rights.ts'

/**
 * Whether somebody may make a role of this: names of built-in roles are theirs, permissions are those of the catalogue,
 * and nobody puts more into a role than they hold.
 * @throws RunnelError `invalid_input` naming the field, `forbidden`
 */
export function checkRole(
  person: Person,
  { name, permissions }: { name?: string | undefined; permissions?: readonly string[] | undefined },
): void {
  if (name !== undefined && (builtInRoleNames as readonly string[]).includes(comparedName(name)))
    throw refusalOf('invalid_input', tellWhy('role_name_built_in'), { path: 'name' })
  if (permissions === undefined) return
  const unknown = permissions.find(
    (permission) => !allPermissions.includes(permission) && tagOfPermission(permission) === undefined,
  )
  if (unknown !== undefined) {
    const why = tellWhy('permission_unknown', { permission: unknown.slice(0, 100) })
    throw refusalOf('invalid_input', why, { path: 'permissions' })
  }
  assertHolds(permissionsOf(person), permissions)
}
