import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { OrganizationScope } from '../organizations/organization-scope.ts'
import { containsLowerText, type Page, type PageQuery, readPage, readPageOfIds } from '../tenant/page.ts'
import type { AuditEntryTable, LoginActivityTable } from './audit-tables.ts'

export type AuditEntryRow = Selectable<AuditEntryTable>
export type LoginActivityRow = Selectable<LoginActivityTable>

/** A time from and a time to, both within it, in milliseconds since 1970. */
export interface Period {
  from?: number | undefined
  to?: number | undefined
}

/** Which entries of the audit log are wanted. `search` looks into who and what. */
export type AuditQuery = Pick<PageQuery, 'page' | 'limit' | 'search'> &
  Period & { actions?: readonly string[] | undefined; outcome?: AuditEntryTable['outcome'] | undefined }

/** Reads what happened in one organisation, newest first. */
export interface ActivityReader {
  audit(query: AuditQuery): Promise<Page<AuditEntryRow>>
  /** Entries before that one in the order of the list, for an export that is read part by part. */
  auditPart(query: Omit<AuditQuery, 'page'>, before: AuditEntryRow | undefined): Promise<AuditEntryRow[]>
  signIns(
    query: Pick<PageQuery, 'page' | 'limit'> & Period & { codes?: readonly number[] | undefined },
  ): Promise<Page<LoginActivityRow>>
}

/** What a search looks into, as the index over it says it. */
const SEARCHED = sql`lower(coalesce("actorName", '') || ' ' || coalesce("subjectName", '') || ' ' || "action" || ' ' || coalesce("address", ''))`

const newestFirst = (table: string) => ({
  columns: {},
  fallback: `${table}.at`,
  fallbackDirection: 'desc' as const,
  tieBreaker: `${table}.id`,
})

/** Makes the reader of an organisation's logs. */
export function createActivityReader({ longReads }: { longReads: OrganizationScope['db'] }): ActivityReader {
  const audit = (query: AuditQuery) => {
    let rows = within(longReads.selectFrom('auditEntries').selectAll(), 'auditEntries', query)
    if (query.actions !== undefined) rows = rows.where('action', 'in', [...query.actions])
    if (query.outcome !== undefined) rows = rows.where('outcome', '=', query.outcome)
    const { search } = query
    return search ? rows.where(containsLowerText(SEARCHED, search)) : rows
  }
  return {
    audit: (query) =>
      readPageOfIds(audit(query).clearSelect().select('auditEntries.id'), query, {
        rules: newestFirst('auditEntries'),
        readRows: (ids) => longReads.selectFrom('auditEntries').selectAll().where('id', 'in', ids).execute(),
      }),
    auditPart(query, before) {
      const rows = audit(query)
      const older = before ? rows.where(sql<SqlBool>`("at", "id") < (${before.at}, ${before.id})`) : rows
      return older
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit ?? 200)
        .execute()
    },
    signIns(query) {
      let rows = within(longReads.selectFrom('loginActivities').selectAll(), 'loginActivities', query)
      if (query.codes !== undefined && query.codes.length > 0)
        rows = rows.where('code', 'in', [...query.codes])
      return readPage(rows, query, newestFirst('loginActivities'))
    },
  }
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
