import { type AuditAction, type Refusal, RunnelError } from '@runnel/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { TenantSchema } from '../schema.ts'
import { type Expectation, getChangedRow } from './changed-row.ts'
import type { SortRules } from './page.ts'
import type { TenantScope } from './tenant-scope.ts'
import { withoutUndefined } from './without-undefined.ts'

/** Tables of what a workspace keeps for its flows: rows with a name, a revision and times. */
type NamedTable = 'credentials' | 'customTools' | 'documentStores' | 'mcpServers' | 'variables'
type NamedRow<Table extends NamedTable> = Selectable<TenantSchema[Table]>
/** What of a row its writer is told: all but what this layer sets. */
type OwnFields<Table extends NamedTable> = Omit<
  NamedRow<Table>,
  'id' | 'workspaceId' | 'revision' | 'createdAt' | 'updatedAt'
>

type Nullable<Row> = { [Field in keyof Row]: null extends Row[Field] ? Field : never }[keyof Row]
/** A new row; what may be null may be left out. */
export type NewNamed<Table extends NamedTable> = Omit<OwnFields<Table>, Nullable<OwnFields<Table>>> & {
  [Field in Nullable<OwnFields<Table>>]?: OwnFields<Table>[Field] | undefined
} & { id?: string | undefined }

/** What the rows of a table are called. */
export interface NamedKind<Table extends NamedTable> {
  table: Table
  /** In messages, as `Credential`. */
  what: string
  /** The act of a change, as the audit log has it. */
  updated: AuditAction
  /** Where no two rows may have one name: why, as the one who chose it is told. */
  uniqueNames?: (name: string) => Refusal
}

/** Writes the named rows of one workspace: an unknown id is `not_found`, a stale one `stale_revision`, a taken name `conflict`. */
export interface NamedWriter<Table extends NamedTable> {
  insert(row: NewNamed<Table>): Promise<NamedRow<Table>>
  /** What is absent stays. */
  update(
    id: string,
    patch: { [Field in keyof OwnFields<Table>]?: OwnFields<Table>[Field] | undefined },
    expectation?: Expectation,
  ): Promise<NamedRow<Table>>
  delete(id: string): Promise<void>
}

/** Sorted by `name`, `updatedDate` or `createdDate`; newest change first without a wish. */
export function sortOfNamed(table: NamedTable): SortRules {
  return {
    columns: {
      name: { column: `${table}.name`, isText: true },
      updatedDate: { column: `${table}.updatedAt` },
      createdDate: { column: `${table}.createdAt` },
    },
    fallback: `${table}.updatedAt`,
    fallbackDirection: 'desc',
    tieBreaker: `${table}.id`,
  }
}

/** The row, where it was found. @throws RunnelError `not_found` */
export function getFound<Row>(row: Row | undefined, what: string, id: string): Row {
  if (row !== undefined) return row
  throw new RunnelError('not_found', `${what} ${id} not found`)
}

/** Makes the writer of a table of named rows. */
export function createNamedWriter<Table extends NamedTable>(
  { db: anyTable, now, newId }: TenantScope,
  { table, what, updated, uniqueNames }: NamedKind<Table>,
): NamedWriter<Table> {
  // The statements name only columns that all of these tables have; fields of its own are checked by the writer's type.
  const db = anyTable as unknown as Kysely<Record<NamedTable, CommonColumns>>

  async function refuseTaken(id: string, name: string | undefined): Promise<void> {
    if (!uniqueNames || name === undefined) return
    const other = await db
      .selectFrom(table as NamedTable)
      .select('id')
      .where('name', '=', name)
      .where('id', '<>', id)
      .limit(1)
      .executeTakeFirst()
    if (!other) return
    const why = uniqueNames(name)
    throw new RunnelError('conflict', why.message, { issues: [{ path: 'name', ...why }] })
  }

  return {
    async insert({ id = newId(), ...fields }) {
      await refuseTaken(id, (fields as unknown as CommonColumns).name)
      const at = now()
      const row = { ...withoutUndefined(fields), id, revision: 1, createdAt: at, updatedAt: at }
      return (await db
        .insertInto(table as NamedTable)
        .values(row as unknown as CommonColumns)
        .returningAll()
        .executeTakeFirstOrThrow()) as unknown as NamedRow<Table>
    },
    async update(id, patch, { expectedRevision } = {}) {
      await refuseTaken(id, (patch as Partial<CommonColumns>).name)
      let query = db
        .updateTable(table as NamedTable)
        .set({
          ...withoutUndefined(patch as object),
          revision: sql`"revision" + 1`,
          updatedAt: now(),
        } as never)
        .where('id', '=', id)
        .returningAll()
      if (expectedRevision !== undefined) query = query.where('revision', '=', expectedRevision)
      const revised = { db: anyTable, what, id, action: updated }
      const changed = await getChangedRow(await query.executeTakeFirst(), revised, () =>
        db
          .selectFrom(table as NamedTable)
          .select(['revision', 'updatedAt'])
          .where('id', '=', id)
          .executeTakeFirst(),
      )
      return changed as unknown as NamedRow<Table>
    },
    async delete(id) {
      const deleted = await db
        .deleteFrom(table as NamedTable)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (deleted.numDeletedRows === 0n) throw new RunnelError('not_found', `${what} ${id} not found`)
    },
  }
}

/** The columns that all tables of named rows have. */
interface CommonColumns {
  id: string
  name: string
  revision: number
  createdAt: number
  updatedAt: number
}
