import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
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
    name: { column: 'users.name', isLower: true },
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

/** What orders a list by the account needs the account. */
const isOrderedByAccount = ({ sort }: PageQuery) =>
  sort === 'name' || sort === 'email' || sort === 'lastLogin'

/** The ids of a list, and how they are counted: an account is read only where it is asked about. */
interface Matching {
  matching: SelectQueryBuilder<DatabaseSchema, 'users', { id: string }>
  counting: Pick<SelectQueryBuilder<DatabaseSchema, 'users', { id: string }>, 'clearSelect'>
}

function matchPlaces(db: Kysely<DatabaseSchema>, organizationId: string, query: PlaceQuery): Matching {
  const { workspaceId, userId, roleId, search } = query
  const id = sql<string>`"workspaceMembers"."workspaceId" || ' ' || "workspaceMembers"."userId"`.as('id')
  let places = db.selectFrom('workspaceMembers').where('workspaceMembers.organizationId', '=', organizationId)
  if (workspaceId) places = places.where('workspaceMembers.workspaceId', '=', workspaceId)
  if (userId) places = places.where('workspaceMembers.userId', '=', userId)
  if (roleId) places = places.where('workspaceMembers.roleId', '=', roleId)
  const withAccounts = places.innerJoin('users', 'users.id', 'workspaceMembers.userId')
  if (search) {
    const found = withAccounts.where(isCalled(search)).select(id)
    return { matching: found, counting: found }
  }
  const all = places.select(id) as unknown as Matching['matching']
  return { matching: isOrderedByAccount(query) ? withAccounts.select(id) : all, counting: all }
}

function matchMembers(db: Kysely<DatabaseSchema>, organizationId: string, query: MemberQuery): Matching {
  const { status, isAdmin, search } = query
  let members = db
    .selectFrom('organizationMembers')
    .where('organizationMembers.organizationId', '=', organizationId)
  if (isAdmin !== undefined) members = members.where('organizationMembers.isAdmin', '=', isAdmin)
  const withAccounts = members.innerJoin('users', 'users.id', 'organizationMembers.userId')
  const id = 'organizationMembers.userId as id'
  if (search || status) {
    let found = withAccounts.select(id)
    if (status) found = found.where(statusOf, '=', status)
    if (search) found = found.where(isCalled(search))
    return { matching: found, counting: found }
  }
  const all = members.select(id) as unknown as Matching['matching']
  return { matching: isOrderedByAccount(query) ? withAccounts.select(id) : all, counting: all }
}

/** Makes the reader of members. */
export function createMemberReader({ reader, longReader }: SystemScope): MemberReader {
  return {
    find: async (organizationId, userId) => (await readMembers(reader(), organizationId, [userId]))[0],
    list(organizationId, query) {
      const db = longReader()
      const { matching, counting } = matchMembers(db, organizationId, query)
      return readPageOfIds(matching, query, {
        counting,
        rules: sortBy('organizationMembers'),
        readRows: (ids) => readMembers(db, organizationId, ids),
      })
    },
    listPlaces(organizationId, query) {
      const db = longReader()
      const { matching, counting } = matchPlaces(db, organizationId, query)
      return readPageOfIds(matching, query, {
        counting,
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
