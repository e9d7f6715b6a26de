import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import { containsText, type PageQuery, type SortRules } from '../../tenant/page.ts'

/** Which places of somebody are wanted. */
export interface PersonPlacesQuery extends PageQuery {
  userId: string
  roleId?: string | undefined
}

/** How places of one person are ordered: they all have the name of the person, so that a name is the workspace's. */
export const placesOfPersonRules: SortRules = {
  columns: {
    createdDate: { column: 'workspaceMembers.createdAt' },
    name: { column: 'workspaces.name', isLower: true },
  },
  fallback: 'workspaceMembers.createdAt',
  fallbackDirection: 'desc',
  tieBreaker: 'workspaceMembers.workspaceId',
}

/** The ids of the places of somebody in an organisation, sought by the name of the workspace. */
export function matchPlacesOfPerson(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  { userId, roleId, search }: PersonPlacesQuery,
) {
  let places = db
    .selectFrom('workspaceMembers')
    .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
    .where('workspaceMembers.organizationId', '=', organizationId)
    .where('workspaceMembers.userId', '=', userId)
  if (roleId) places = places.where('workspaceMembers.roleId', '=', roleId)
  if (search) places = places.where(containsText('workspaces.name', search))
  const id = sql<string>`"workspaceMembers"."workspaceId" || ' ' || "workspaceMembers"."userId"`
  return places.select(id.as('id')) as unknown as SelectQueryBuilder<DatabaseSchema, 'users', { id: string }>
}
