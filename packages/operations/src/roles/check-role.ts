import { allPermissions, builtInRoleNames, RunnelError, tagOfPermission } from '@runnel/contract'
import { assertHolds, type Person, permissionsOf } from '../people-rights.ts'

function refuse(path: string, message: string): RunnelError {
  return new RunnelError('invalid_input', `${path}: ${message}`, { issues: [{ path, message }] })
}

/**
 * Whether somebody may make a role of this: names of built-in roles are theirs, permissions are those of the catalogue,
 * and nobody puts more into a role than they hold.
 * @throws RunnelError `invalid_input` naming the field, `forbidden`
 */
export function checkRole(
  person: Person,
  { name, permissions }: { name?: string | undefined; permissions?: readonly string[] | undefined },
): void {
  if (name !== undefined && (builtInRoleNames as readonly string[]).includes(name.toLowerCase()))
    throw refuse('name', 'is the name of a built-in role; choose another one')
  if (permissions === undefined) return
  const unknown = permissions.find(
    (permission) => !allPermissions.includes(permission) && tagOfPermission(permission) === undefined,
  )
  if (unknown !== undefined) throw refuse('permissions', `“${unknown.slice(0, 100)}” is no permission`)
  assertHolds(permissionsOf(person), permissions)
}
