import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import { containsLowerText, containsText, type PageQuery, type SortRules } from '../../tenant/page.ts'

/** What orders a list by the account needs the account. */
const isOrderedByAccount = ({ sort }: PageQuery) => sort === 'name' || sort === 'email'

/** What orders a list by the last sign-in needs the membership. */
export const isOrderedByMembership = ({ sort }: PageQuery) => sort === 'lastLogin'

/** How a list of people is ordered by a wish. */
export const sortBy = (table: 'organizationMembers' | 'workspaceMembers', query: PageQuery): SortRules => ({
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

/** A name or an address that holds the text. */
export const isCalled = (search: string) => (expressions: Pick<Members, 'or'>) =>
  expressions.or([containsText('users.name', search), containsLowerText('users.email', search)])

/** From so many on, accounts are gone through in the order of their own indexes, and each is asked whether it belongs. */
const MANY = 1_000

/** The ids of a list, and how many there are where that is known already. */
export interface Matching {
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
export async function match<Rows extends Listed>(
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

/** Accounts, of which a list leaves some. */
export type Accounts = SelectQueryBuilder<DatabaseSchema, 'users', object>

/**
 * Keeps rows whose account is such. What is left out at its end keeps PostgreSQL from making a join of it, which it would
 * go through whole before the first row.
 */
export const accountIsSuch = (
  { exists, selectFrom }: Pick<Members, 'exists' | 'selectFrom'>,
  userId: 'organizationMembers.userId' | 'workspaceMembers.userId',
  such: (accounts: Accounts) => Accounts,
) => {
  const account = selectFrom('users').whereRef('users.id', '=', sql.ref(userId)) as unknown as Accounts
  return exists(such(account).select(sql`1`.as('one')).limit(1).offset(0))
}
