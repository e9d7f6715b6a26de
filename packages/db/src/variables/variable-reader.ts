import type { Selectable } from 'kysely'
import { matchUsage, type UsageFilter } from '../flows/flow-uses.ts'
import { getFound, sortOfNamed } from '../tenant/named-rows.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import { prepareRead, type TenantScope } from '../tenant/tenant-scope.ts'
import type { VariableTable } from './variable-table.ts'

export type VariableRow = Selectable<VariableTable>

/** A variable of the type `secret`. */
export type SecretVariableRow = VariableRow & { type: 'secret'; sealed: string; hosts: string }

const isSecret = (row: VariableRow): row is SecretVariableRow =>
  row.type === 'secret' && row.sealed !== null && row.hosts !== null

/** Filters of a list of variables. */
interface VariableQuery extends PageQuery, UsageFilter {
  type?: VariableRow['type'] | undefined
}

/** Reads the variables of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface VariableReader {
  find(id: string): Promise<VariableRow | undefined>
  get(id: string): Promise<VariableRow>
  /** Sorted by `name`, `updatedDate` or `createdDate`; newest change first without a wish. */
  list(query: VariableQuery): Promise<Page<VariableRow>>
  /** Every variable, for the start of a run; oldest first, so that of two with one name the later one wins. */
  listAll(): Promise<VariableRow[]>
  /** Those of the type `secret`, by name. */
  listSecrets(): Promise<SecretVariableRow[]>
}

const LIST_ALL = prepareRead([], (db: TenantScope['db']) =>
  db.selectFrom('variables').selectAll().orderBy('createdAt').orderBy('id'),
)

const LIST_SECRETS = prepareRead([], (db: TenantScope['db']) =>
  db.selectFrom('variables').selectAll().where('type', '=', 'secret').orderBy('name'),
)

/** Makes the reader of variables. */
export function createVariableReader(scope: TenantScope): VariableReader {
  const find = (id: string) =>
    scope.db.selectFrom('variables').selectAll().where('id', '=', id).executeTakeFirst()
  return {
    find,
    get: async (id) => getFound(await find(id), 'Variable', id),
    async list({ type, usage, ...request }) {
      let query = scope.longReads.selectFrom('variables').selectAll()
      if (type !== undefined) query = query.where('type', '=', type)
      const isWanted = matchUsage(scope.longReads, { usage, kind: 'variable', column: 'variables.name' })
      if (isWanted) query = query.where(isWanted)
      if (request.search) query = query.where(containsText('variables.name', request.search))
      return readPage(query, request, sortOfNamed('variables'))
    },
    listAll: () => scope.read(LIST_ALL, {}),
    listSecrets: async () => (await scope.read(LIST_SECRETS, {})).filter(isSecret),
  }
}
