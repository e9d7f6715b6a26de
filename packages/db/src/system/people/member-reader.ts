import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { parseRolePermissions } from '../../organizations/role-rows.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { containsText, type Page, type PageQuery, readPageOfIds, type SortRules } from '../../tenant/page.ts'
import type { SystemScope } from '../system-scope.ts'

/** Somebody in an organisation, with what others may know of their account. */
export interface MemberRow {
  organizationId: string
  userId: string
  name: string
  email: string
  isAdmin: boolean
  status: 'active' | 'invited' | 'disable'
  lastLoginAt: number | null
  createdAt: number
  /** In how many workspaces of the organisation they are. */
  roleCount: number
}

/** Somebody in a workspace, with their role there. */
export interface PlaceRow extends Omit<MemberRow, 'roleCount'> {
  workspaceId: string
  workspaceName: string
  roleId: string
  roleName: string
  builtIn: DatabaseSchema['roles']['builtIn']
  permissions: string[]
}

/** Which members are wanted; `name`, `email`, `lastLogin` and `createdDate` sort, newest first without a wish. */
export interface MemberQuery extends PageQuery {
  status?: MemberRow['status'] | undefined
  isAdmin?: boolean | undefined
}

/** Which places are wanted: all that fit every id which is given. */
export interface PlaceQuery extends PageQuery {
  workspaceId?: string | undefined
  userId?: string | undefined
  roleId?: string | undefined
}

/** Reads who is in one organisation and its workspaces, with names and addresses. Others do not exist for it. */
export interface MemberReader {
  find(organizationId: string, userId: string): Promise<MemberRow | undefined>
  list(organizationId: string, query: MemberQuery): Promise<Page<MemberRow>>
  listPlaces(organizationId: string, query: PlaceQuery): Promise<Page<PlaceRow>>
  /** Organisations to which somebody belongs. */
  listOrganizationIds(userId: string): Promise<string[]>
}

const sortBy = (table: 'organizationMembers' | 'workspaceMembers'): SortRules => ({
  columns: {
    createdDate: { column: `${table}.createdAt` },
    lastLogin: { column: 'users.lastLoginAt' },
    name: { column: 'users.name', isText: true },
    // Addresses are kept in lower case: their own index is in the order of the list.
    email: { column: 'users.email' },
  },
  fallback: `${table}.createdAt`,
  fallbackDirection: 'desc',
  tieBreaker: `${table}.userId`,
})

type Members = ExpressionBuilder<DatabaseSchema, 'organizationMembers' | 'users'>

/** What somebody is: barred here, not yet come, or in. */
const statusOf = sql<MemberRow['status']>`case when "organizationMembers"."status" = 'disable' then 'disable'
  when "users"."status" in ('invited', 'unverified') then 'invited' else 'active' end`

const membersOf = (db: Kysely<DatabaseSchema>, organizationId: string) =>
  db
    .selectFrom('organizationMembers')
    .innerJoin('users', 'users.id', 'organizationMembers.userId')
    .where('organizationMembers.organizationId', '=', organizationId)

const placesOf = (db: Kysely<DatabaseSchema>, organizationId: string) =>
  db
    .selectFrom('workspaceMembers')
    .innerJoin('users', 'users.id', 'workspaceMembers.userId')
    .where('workspaceMembers.organizationId', '=', organizationId)

/** A name or an address that holds the text. */
const isCalled = (search: string) => (expressions: Pick<Members, 'or'>) =>
  expressions.or([containsText('users.name', search), containsText('users.email', search)])

async function readMembers(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  userIds: string[],
): Promise<(MemberRow & { id: string })[]> {
  const rows = await membersOf(db, organizationId)
    .where('organizationMembers.userId', 'in', userIds)
    .select(['users.id', 'users.name', 'users.email', 'users.lastLoginAt'])
    .select(['organizationMembers.organizationId', 'organizationMembers.userId'])
    .select(['organizationMembers.isAdmin', 'organizationMembers.createdAt'])
    .select(statusOf.as('status'))
    .select((expressions) =>
      expressions
        .selectFrom('workspaceMembers')
        .whereRef('workspaceMembers.userId', '=', 'users.id')
        .where('workspaceMembers.organizationId', '=', organizationId)
        .select(sql<number>`count(*)`.as('places'))
        .as('roleCount'),
    )
    .execute()
  return rows.map((row) => ({ ...row, roleCount: Number(row.roleCount) }))
}

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
    .select(['users.name', 'users.email', 'users.lastLoginAt', 'organizationMembers.isAdmin'])
    .select(['roles.id as roleId', 'roles.name as roleName', 'roles.builtIn', 'roles.permissions'])
    .select(statusOf.as('status'))
    .execute()
  return rows.map((row) => ({
    ...row,
    id: `${row.workspaceId} ${row.userId}`,
    permissions: parseRolePermissions(row),
  }))
}

function matchPlaces(db: Kysely<DatabaseSchema>, organizationId: string, query: PlaceQuery) {
  const { workspaceId, userId, roleId, search } = query
  let matching = placesOf(db, organizationId).select(
    sql<string>`"workspaceMembers"."workspaceId" || ' ' || "workspaceMembers"."userId"`.as('id'),
  )
  if (workspaceId) matching = matching.where('workspaceMembers.workspaceId', '=', workspaceId)
  if (userId) matching = matching.where('workspaceMembers.userId', '=', userId)
  if (roleId) matching = matching.where('workspaceMembers.roleId', '=', roleId)
  return search ? matching.where(isCalled(search)) : matching
}

function matchMembers(db: Kysely<DatabaseSchema>, organizationId: string, query: MemberQuery) {
  const { status, isAdmin, search } = query
  let matching = membersOf(db, organizationId).select('organizationMembers.userId as id')
  if (status) matching = matching.where(statusOf, '=', status)
  if (isAdmin !== undefined) matching = matching.where('organizationMembers.isAdmin', '=', isAdmin)
  return search ? matching.where(isCalled(search)) : matching
}

/** Makes the reader of members. */
export function createMemberReader({ reader, longReader }: SystemScope): MemberReader {
  return {
    find: async (organizationId, userId) => (await readMembers(reader(), organizationId, [userId]))[0],
    list(organizationId, query) {
      const db = longReader()
      return readPageOfIds(matchMembers(db, organizationId, query), query, {
        rules: sortBy('organizationMembers'),
        readRows: (ids) => readMembers(db, organizationId, ids),
      })
    },
    listPlaces(organizationId, query) {
      const db = longReader()
      return readPageOfIds(matchPlaces(db, organizationId, query), query, {
        rules: sortBy('workspaceMembers'),
        readRows: (ids) => readPlaces(db, organizationId, ids),
      })
    },
    async listOrganizationIds(userId) {
      const rows = await reader()
        .selectFrom('organizationMembers')
        .select('organizationId')
        .where('userId', '=', userId)
        .orderBy('createdAt')
        .execute()
      return rows.map(({ organizationId }) => organizationId)
    },
  }
}
