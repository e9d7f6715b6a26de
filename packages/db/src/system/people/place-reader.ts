import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { parseRolePermissions } from '../../organizations/role-rows.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { type Page, type PageQuery, readPageOfIds } from '../../tenant/page.ts'
import {
  accountIsSuch,
  isCalled,
  isOrderedByMembership,
  type Matching,
  match,
  sortBy,
} from './match-accounts.ts'
import { type MembershipRow, statusOf } from './member-status.ts'
import { matchPlacesOfPerson, placesOfPersonRules } from './places-of-person.ts'

/** Somebody in a workspace, with their role there. */
export interface PlaceRow extends MembershipRow {
  workspaceId: string
  workspaceName: string
  roleId: string
  roleName: string
  builtIn: DatabaseSchema['roles']['builtIn']
  permissions: string[]
}

/** Which places are wanted: all that fit every id which is given. */
export interface PlaceQuery extends PageQuery {
  workspaceId?: string | undefined
  userId?: string | undefined
  roleId?: string | undefined
}

type Places = SelectQueryBuilder<DatabaseSchema, 'workspaceMembers' | 'users', object>

const placesOf = (db: Kysely<DatabaseSchema>, organizationId: string) =>
  db
    .selectFrom('workspaceMembers')
    .innerJoin('users', 'users.id', 'workspaceMembers.userId')
    .where('workspaceMembers.organizationId', '=', organizationId)

async function readPlaces(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  ids: string[],
): Promise<(PlaceRow & { id: string })[]> {
  const places = ids.map((id) => id.split(' ') as [string, string])
  const rows = await placesOf(db, organizationId)
    .innerJoin('organizationMembers', (join) =>
      join
        .onRef('organizationMembers.userId', '=', 'workspaceMembers.userId')
        .onRef('organizationMembers.organizationId', '=', 'workspaceMembers.organizationId'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
    .innerJoin('roles', 'roles.id', 'workspaceMembers.roleId')
    .where('workspaceMembers.userId', 'in', [...new Set(places.map(([, userId]) => userId))])
    .where('workspaceMembers.workspaceId', 'in', [...new Set(places.map(([workspaceId]) => workspaceId))])
    .select(['workspaceMembers.workspaceId', 'workspaceMembers.userId', 'workspaceMembers.createdAt'])
    .select(['workspaces.name as workspaceName', 'workspaces.organizationId'])
    .select(['users.name', 'users.email', 'organizationMembers.lastLoginAt', 'organizationMembers.isAdmin'])
    .select(['roles.id as roleId', 'roles.name as roleName', 'roles.builtIn', 'roles.permissions'])
    .select(statusOf.as('status'))
    .execute()
  return rows.map((row) => ({
    ...row,
    id: `${row.workspaceId} ${row.userId}`,
    permissions: parseRolePermissions(row),
  }))
}

function matchPlaces(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  query: PlaceQuery,
): Promise<Matching> {
  const { workspaceId, userId, roleId, search } = query
  const wanted = (places: unknown) => {
    let found = (places as Places).where('workspaceMembers.organizationId', '=', organizationId)
    if (isOrderedByMembership(query))
      found = found.innerJoin('organizationMembers', (join) =>
        join
          .onRef('organizationMembers.organizationId', '=', 'workspaceMembers.organizationId')
          .onRef('organizationMembers.userId', '=', 'workspaceMembers.userId'),
      ) as unknown as Places
    if (workspaceId) found = found.where('workspaceMembers.workspaceId', '=', workspaceId)
    if (userId) found = found.where('workspaceMembers.userId', '=', userId)
    if (roleId) found = found.where('workspaceMembers.roleId', '=', roleId)
    const id = sql<string>`"workspaceMembers"."workspaceId" || ' ' || "workspaceMembers"."userId"`
    return found.select(id.as('id'))
  }
  const places = db.selectFrom('workspaceMembers')
  const accounts = db.selectFrom('users').crossJoin('workspaceMembers')
  return match(db, query, {
    all: wanted(places),
    byRow: wanted(places.innerJoin('users', 'users.id', 'workspaceMembers.userId')),
    byAccount: wanted(accounts.whereRef('workspaceMembers.userId', '=', 'users.id')),
    narrow: search ? (rows) => rows.where(isCalled(search)) : undefined,
    narrowEach: (rows) =>
      rows.where((expressions) =>
        accountIsSuch(expressions, 'workspaceMembers.userId', (found) => found.where(isCalled(search ?? ''))),
      ),
  })
}

/** Reads a page of the places in an organisation that fit a query. */
export async function listPlaces(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  query: PlaceQuery,
): Promise<Page<PlaceRow>> {
  const { userId, workspaceId } = query
  const readRows = (ids: string[]) => readPlaces(db, organizationId, ids)
  if (userId !== undefined && workspaceId === undefined) {
    const matching = matchPlacesOfPerson(db, organizationId, { ...query, userId })
    return readPageOfIds(matching, query, { total: undefined, rules: placesOfPersonRules, readRows })
  }
  const { matching, total } = await matchPlaces(db, organizationId, query)
  return readPageOfIds(matching, query, { total, rules: sortBy('workspaceMembers', query), readRows })
}
