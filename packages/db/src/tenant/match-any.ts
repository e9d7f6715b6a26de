import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The condition that a column holds one of the values; false when there is none. */
export function matchAny(column: string, values: string | readonly string[]): RawBuilder<SqlBool> {
  const list = typeof values === 'string' ? [values] : values
  return list.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} in (${sql.join(list)})`
}
