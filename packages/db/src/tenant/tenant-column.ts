import type { ColumnType } from 'kysely'

/** The workspace of a row: read like any text, set by the layer on insert, never changed. */
export type TenantColumn = ColumnType<string, undefined, never>
