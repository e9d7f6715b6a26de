import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { OrganizationScope } from '../organizations/organization-scope.ts'
import { containsLowerText, type Page, type PageQuery, readPageOfIds } from '../tenant/page.ts'
import type { AuditEntryTable, LoginActivityTable } from './audit-tables.ts'

export type AuditEntryRow = Selectable<AuditEntryTable>
export type LoginActivityRow = Selectable<LoginActivityTable>

/** A time from and a time to, both within it, in milliseconds since 1970. */
export interface Period {
  from?: number | undefined
  to?: number | undefined
}

/** What is left of a log that is read in one workspace. */
interface InWorkspace {
  /** Of entries those of acts in it, of tries to sign in those of its people; all of them where it is absent. */
  workspaceId?: string | undefined
}

/** Which entries of the audit log are wanted. `search` looks into who and what. */
export type AuditQuery = Pick<PageQuery, 'page' | 'limit' | 'search'> &
  Period &
  InWorkspace & { actions?: readonly string[] | undefined; outcome?: AuditEntryTable['outcome'] | undefined }

/** Which tries to sign in are wanted. `search` looks into whose and from where. */
export type SignInQuery = Pick<PageQuery, 'page' | 'limit' | 'search'> &
  Period &
  InWorkspace & { codes?: readonly number[] | undefined }

/** A row of a log at its place. */
type Placed = Pick<LoginActivityRow, 'at' | 'id'>

/**
 * Reads what happened in one organisation, newest first. Parts are rows before that one in the order of the list, for an
 * export that is read part by part.
 */
export interface ActivityReader {
  audit(query: AuditQuery): Promise<Page<AuditEntryRow>>
  auditPart(query: Omit<AuditQuery, 'page'>, before: Placed | undefined): Promise<AuditEntryRow[]>
  signIns(query: SignInQuery): Promise<Page<LoginActivityRow>>
  signInPart(query: Omit<SignInQuery, 'page'>, before: Placed | undefined): Promise<LoginActivityRow[]>
}

/**
 * What searches look into, in lower case. A database that reads no expression from an index keeps the same text in a
 * column of its own, `searched`.
 */
const SEARCHED = {
  auditEntries: sql`lower(coalesce("actorName", '') || ' ' || coalesce("subjectName", '') || ' ' || "action" || ' ' || coalesce("address", ''))`,
  loginActivities: sql`lower("username" || ' ' || coalesce("address", ''))`,
}

const newestFirst = (table: string) => ({
  columns: {},
  fallback: `${table}.at`,
  fallbackDirection: 'desc' as const,
  tieBreaker: `${table}.id`,
})

/** Makes the reader of an organisation's logs. */
export function createActivityReader(
  { longReads }: { longReads: OrganizationScope['db'] },
  { readsIndexedExpressions }: Pick<DatabaseCapabilities, 'readsIndexedExpressions'>,
): ActivityReader {
  const contains = (table: keyof typeof SEARCHED, search: string) =>
    containsLowerText(readsIndexedExpressions ? SEARCHED[table] : `${table}.searched`, search)
  const audit = (query: AuditQuery) => {
    let rows = within(longReads.selectFrom('auditEntries').selectAll(), 'auditEntries', query)
    if (query.workspaceId !== undefined) rows = rows.where('workspaceId', '=', query.workspaceId)
    if (query.actions !== undefined) rows = rows.where('action', 'in', [...query.actions])
    if (query.outcome !== undefined) rows = rows.where('outcome', '=', query.outcome)
    const { search } = query
    return search ? rows.where(contains('auditEntries', search)) : rows
  }
  const signIns = (query: SignInQuery) => {
    let rows = within(longReads.selectFrom('loginActivities').selectAll(), 'loginActivities', query)
    if (query.codes !== undefined && query.codes.length > 0) rows = rows.where('code', 'in', [...query.codes])
    const { search, workspaceId } = query
    if (workspaceId !== undefined)
      rows = rows.where(
        'userId',
        'in',
        longReads.selectFrom('workspaceMembers').select('userId').where('workspaceId', '=', workspaceId),
      )
    return search ? rows.where(contains('loginActivities', search)) : rows
  }
  return {
    audit: (query) =>
      readPageOfIds(audit(query).clearSelect().select('auditEntries.id'), query, {
        rules: newestFirst('auditEntries'),
        readRows: (ids) => longReads.selectFrom('auditEntries').selectAll().where('id', 'in', ids).execute(),
      }),
    auditPart: (query, before) => newestOf(audit(query), before, query.limit),
    signIns: (query) =>
      readPageOfIds(signIns(query).clearSelect().select('loginActivities.id'), query, {
        rules: newestFirst('loginActivities'),
        readRows: (ids) =>
          longReads.selectFrom('loginActivities').selectAll().where('id', 'in', ids).execute(),
      }),
    signInPart: (query, before) => newestOf(signIns(query), before, query.limit),
  }
}

function newestOf<Schema, Table extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  before: Placed | undefined,
  limit = 200,
): Promise<Row[]> {
  const older = before ? rows.where(sql<SqlBool>`("at", "id") < (${before.at}, ${before.id})`) : rows
  return older.orderBy(sql`"at"`, 'desc').orderBy(sql`"id"`, 'desc').limit(limit).execute() as Promise<Row[]>
}

function within<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  table: string,
  { from, to }: Period,
): SelectQueryBuilder<Schema, Table, Row> {
  const at = sql.ref(`${table}.at`)
  const begun = from === undefined ? query : query.where(sql<SqlBool>`${at} >= ${from}`)
  return to === undefined ? begun : begun.where(sql<SqlBool>`${at} <= ${to}`)
}
