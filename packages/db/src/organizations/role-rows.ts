import { type BuiltInRole, builtInPermissions, builtInRoleNames } from '@runnel/contract'
import type { Kysely, Selectable } from 'kysely'
import type { RoleTable } from '../system/account-tables.ts'

/** A role with its permissions as a list. */
export type RoleRow = Omit<Selectable<RoleTable>, 'permissions'> & { permissions: string[] }

/** What a role holds: the product's word for a built-in one, else what is stored. The layer wrote that list. */
export function parseRolePermissions({
  builtIn,
  permissions,
}: Pick<Selectable<RoleTable>, 'builtIn' | 'permissions'>): string[] {
  return builtIn === null ? (JSON.parse(permissions) as string[]) : [...builtInPermissions[builtIn]]
}

/** Gives a new organisation the roles that every one has; ids may be given. */
export async function insertBuiltInRoles(
  db: Kysely<{ roles: RoleTable }>,
  { organizationId, at, idOf }: { organizationId: string; at: number; idOf: (role: BuiltInRole) => string },
): Promise<void> {
  const rows = builtInRoleNames.map((builtIn) => ({
    id: idOf(builtIn),
    organizationId,
    name: builtIn,
    builtIn,
    description: null,
    permissions: '[]',
    createdAt: at,
    updatedAt: at,
  }))
  await db.insertInto('roles').values(rows).execute()
}
