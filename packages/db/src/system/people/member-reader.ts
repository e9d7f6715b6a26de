import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { parseRolePermissions } from '../../organizations/role-rows.ts'
import type { DatabaseSchema } from '../../schema.ts'
import {
  containsLowerText,
  containsText,
  type Page,
  type PageQuery,
  readPageOfIds,
  type SortRules,
} from '../../tenant/page.ts'
import type { SystemScope } from '../system-scope.ts'
import { type AccountTraits, selectTraits } from './account-traits.ts'
import { type MemberRole, SHOWN_ROLES, selectMostHeldRoles, withRoles } from './member-roles.ts'
import { countActive, type MemberStatus, statusOf, whereStatus } from './member-status.ts'
import { matchPlacesOfPerson, placesOfPersonRules } from './places-of-person.ts'

/** Somebody in an organisation, with what others may know of their account. */
export interface MemberRow extends AccountTraits {
  organizationId: string
  userId: string
  name: string
  email: string
  isAdmin: boolean
  status: MemberStatus
  /** When they came to this organisation last: when to others, is not its business. */
  lastLoginAt: number | null
  createdAt: number
  /** In how many workspaces of the organisation they are. */
  roleCount: number
  /** The roles that they have in most of these, most first; no more than a line shows. */
  roles: MemberRole[]
}

/** Somebody in a workspace, with their role there. */
export interface PlaceRow extends Omit<MemberRow, 'roleCount' | 'roles' | keyof AccountTraits> {
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

/** What orders a list by the account needs the account. */
const isOrderedByAccount = ({ sort }: PageQuery) => sort === 'name' || sort === 'email'

const isOrderedByMembership = ({ sort }: PageQuery) => sort === 'lastLogin'

const sortBy = (table: 'organizationMembers' | 'workspaceMembers', query: PageQuery): SortRules => ({
  columns: {
    createdDate: { column: `${table}.createdAt` },
    lastLogin: { column: 'organizationMembers.lastLoginAt' },
    name: { column: 'users.name', isLower: true },
    // Addresses are kept in lower case: their own index is in the order of the list.
    email: { column: 'users.email' },
  },
  fallback: `${table}.createdAt`,
  fallbackDirection: 'desc',
  // The index that orders accounts ends with their ids: both together are its order.
  tieBreaker: isOrderedByAccount(query)
    ? 'users.id'
    : `${isOrderedByMembership(query) ? 'organizationMembers' : table}.userId`,
})

type Members = ExpressionBuilder<DatabaseSchema, 'organizationMembers' | 'users'>
type Memberships = SelectQueryBuilder<DatabaseSchema, 'organizationMembers' | 'users', object>
type Places = SelectQueryBuilder<DatabaseSchema, 'workspaceMembers' | 'users', object>

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
  expressions.or([containsText('users.name', search), containsLowerText('users.email', search)])

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

/** From so many on, accounts are gone through in the order of their own indexes, and each is asked whether it belongs. */
const MANY = 1_000

/** The ids of a list, and how many there are where that is known already. */
interface Matching {
  matching: SelectQueryBuilder<DatabaseSchema, 'users', { id: string }>
  total: number | undefined
}

type Listed = Pick<
  SelectQueryBuilder<DatabaseSchema, 'users', { id: string }>,
  'clearSelect' | 'limit' | 'as'
>

async function countAll(query: Listed): Promise<number> {
  const [row] = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .execute()
  return Number(row?.total ?? 0)
}

/** Whether there are more than `MANY`: those beyond are not gone through. */
async function hasMany(db: Kysely<DatabaseSchema>, query: Listed): Promise<boolean> {
  const { total } = await db
    .selectFrom(query.limit(MANY + 1).as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total) > MANY
}

/** The ways to the rows of a list. */
interface Ways<Rows extends Listed> {
  /** Without the accounts. */
  all: Rows
  byRow: Rows
  byAccount: Rows
  /** All accounts there are, where the list is one of accounts. */
  accounts?: Rows
  /** Leaves those of a search, where the accounts are beside the rows. */
  narrow: ((rows: Rows) => Rows) | undefined
  /** Leaves those of a search, asking the account of each row as it comes. */
  narrowEach: (rows: Rows) => Rows
  /** How many are left, where that is known without looking at each. */
  countNarrowed?: (() => Promise<number>) | undefined
}

/**
 * The cheapest way to the page of a list: in a long one accounts lead where they order it, and where few of them are
 * sought; where many are, the list leads in its own order, as the page is full soon.
 */
async function match<Rows extends Listed>(
  db: Kysely<DatabaseSchema>,
  query: PageQuery,
  { all, byRow, byAccount, accounts, narrow, narrowEach, countNarrowed }: Ways<Rows>,
): Promise<Matching> {
  const as = (rows: Rows) => rows as unknown as Matching['matching']
  const isByAccount = isOrderedByAccount(query)
  if (!narrow && !isByAccount) return { matching: as(all), total: undefined }
  if (!narrow) {
    const size = await countAll(all)
    if (size <= MANY) return { matching: as(byRow), total: size }
    // Members have accounts: where there are as many of both, all accounts are theirs, and none has to be asked.
    const isEverybody = accounts && (await countAll(accounts)) === size
    return { matching: as(isEverybody ? accounts : byAccount), total: size }
  }
  const leading = (await hasMany(db, all)) ? byAccount : byRow
  const total = countNarrowed ? await countNarrowed() : await countAll(narrow(leading))
  return { matching: as(isByAccount || total <= MANY ? narrow(leading) : narrowEach(all)), total }
}

type Accounts = SelectQueryBuilder<DatabaseSchema, 'users', object>

/**
 * Keeps rows whose account is such. What is left out at its end keeps PostgreSQL from making a join of it, which it would
 * go through whole before the first row.
 */
const accountIsSuch = (
  { exists, selectFrom }: Pick<Members, 'exists' | 'selectFrom'>,
  userId: 'organizationMembers.userId' | 'workspaceMembers.userId',
  such: (accounts: Accounts) => Accounts,
) => {
  const account = selectFrom('users').whereRef('users.id', '=', sql.ref(userId)) as unknown as Accounts
  return exists(such(account).select(sql`1`.as('one')).limit(1).offset(0))
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
    async listPlaces(organizationId, query) {
      const db = longReader()
      const { userId, workspaceId } = query
      const readRows = (ids: string[]) => readPlaces(db, organizationId, ids)
      if (userId !== undefined && workspaceId === undefined) {
        const matching = matchPlacesOfPerson(db, organizationId, { ...query, userId })
        return readPageOfIds(matching, query, { total: undefined, rules: placesOfPersonRules, readRows })
      }
      const { matching, total } = await matchPlaces(db, organizationId, query)
      return readPageOfIds(matching, query, { total, rules: sortBy('workspaceMembers', query), readRows })
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
