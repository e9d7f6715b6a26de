import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import { type Page, type PageQuery, readPageOfIds } from '../../tenant/page.ts'
import type { SystemScope } from '../system-scope.ts'
import { type AccountTraits, selectTraits } from './account-traits.ts'
import { type Accounts, accountIsSuch, isCalled, type Matching, match, sortBy } from './match-accounts.ts'
import { type MemberRole, SHOWN_ROLES, selectMostHeldRoles, withRoles } from './member-roles.ts'
import { countActive, type MembershipRow, statusOf, whereStatus } from './member-status.ts'
import { listPlaces, type PlaceQuery, type PlaceRow } from './place-reader.ts'

/** Somebody in an organisation, with what others may know of their account. */
export interface MemberRow extends MembershipRow, AccountTraits {
  /** In how many workspaces of the organisation they are. */
  roleCount: number
  /** The roles that they have in most of these, most first; no more than a line shows. */
  roles: MemberRole[]
}

/** Which members are wanted; `name`, `email`, `lastLogin` and `createdDate` sort, newest first without a wish. */
export interface MemberQuery extends PageQuery {
  status?: MemberRow['status'] | undefined
  isAdmin?: boolean | undefined
}

/** Reads who is in one organisation and its workspaces, with names and addresses. Others do not exist for it. */
export interface MemberReader {
  find(organizationId: string, userId: string): Promise<MemberRow | undefined>
  list(organizationId: string, query: MemberQuery): Promise<Page<MemberRow>>
  listPlaces(organizationId: string, query: PlaceQuery): Promise<Page<PlaceRow>>
  /** Organisations to which somebody belongs. */
  listOrganizationIds(userId: string): Promise<string[]>
}

type Memberships = SelectQueryBuilder<DatabaseSchema, 'organizationMembers' | 'users', object>

const membersOf = (db: Kysely<DatabaseSchema>, organizationId: string) =>
  db
    .selectFrom('organizationMembers')
    .innerJoin('users', 'users.id', 'organizationMembers.userId')
    .where('organizationMembers.organizationId', '=', organizationId)

async function readMembers(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  userIds: string[],
): Promise<(MemberRow & { id: string })[]> {
  const rows = await membersOf(db, organizationId)
    .leftJoin(selectMostHeldRoles({ organizationId, userIds }), (join) =>
      join.onRef('held.userId', '=', 'users.id').on('held.rank', '<=', SHOWN_ROLES),
    )
    .leftJoin('roles', 'roles.id', 'held.roleId')
    .leftJoin('workspaces', 'workspaces.id', 'held.workspaceId')
    .where('organizationMembers.userId', 'in', userIds)
    .select(['users.id', 'users.name', 'users.email', 'organizationMembers.lastLoginAt'])
    .select(['organizationMembers.organizationId', 'organizationMembers.userId'])
    .select(['organizationMembers.isAdmin', 'organizationMembers.createdAt'])
    .select(statusOf.as('status'))
    .select(selectTraits(organizationId))
    .select(['held.workspaceCount', 'held.placeCount', 'workspaces.name as workspaceName'])
    .select(['roles.id as roleId', 'roles.name as roleName', 'roles.builtIn'])
    .orderBy('held.rank')
    .execute()
  return [...Map.groupBy(rows, ({ userId }) => userId).values()].flatMap(withRoles)
}

function matchMembers(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  query: MemberQuery,
): Promise<Matching> {
  const { status, isAdmin, search } = query
  const wanted = (members: unknown) => {
    const found = (members as Memberships).where('organizationMembers.organizationId', '=', organizationId)
    const some = isAdmin === undefined ? found : found.where('organizationMembers.isAdmin', '=', isAdmin)
    return some.select('organizationMembers.userId as id')
  }
  const members = db.selectFrom('organizationMembers')
  const accounts = db.selectFrom('users').crossJoin('organizationMembers')
  const narrow = <Rows extends Pick<Accounts, 'where'>>(rows: Rows): Rows => {
    const found = status ? whereStatus(rows, status) : rows
    return (search ? found.where(isCalled(search)) : found) as Rows
  }
  return match(db, query, {
    all: wanted(members),
    byRow: wanted(members.innerJoin('users', 'users.id', 'organizationMembers.userId')),
    byAccount: wanted(accounts.whereRef('organizationMembers.userId', '=', 'users.id')),
    accounts: db.selectFrom('users').select('users.id as id') as unknown as ReturnType<typeof wanted>,
    narrow: search || status ? narrow : undefined,
    countNarrowed:
      status === 'active' && !search ? () => countActive(db, organizationId, isAdmin) : undefined,
    narrowEach: (rows) =>
      rows.where((expressions) => accountIsSuch(expressions, 'organizationMembers.userId', narrow)),
  })
}

/** Makes the reader of members. */
export function createMemberReader({ reader, longReader }: SystemScope): MemberReader {
  return {
    find: async (organizationId, userId) => (await readMembers(reader(), organizationId, [userId]))[0],
    async list(organizationId, query) {
      const db = longReader()
      const { matching, total } = await matchMembers(db, organizationId, query)
      return readPageOfIds(matching, query, {
        total,
        rules: sortBy('organizationMembers', query),
        readRows: (ids) => readMembers(db, organizationId, ids),
      })
    },
    listPlaces: async (organizationId, query) => listPlaces(longReader(), organizationId, query),
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
