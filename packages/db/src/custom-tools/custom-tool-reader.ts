import type { Selectable } from 'kysely'
import { matchUsage, type UsageFilter } from '../flows/flow-uses.ts'
import { matchAny } from '../tenant/match-any.ts'
import { getFound, sortOfNamed } from '../tenant/named-rows.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { CustomToolTable } from './custom-tool-table.ts'

export type CustomToolRow = Selectable<CustomToolTable>

/** Reads the custom tools of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface CustomToolReader {
  find(id: string): Promise<CustomToolRow | undefined>
  get(id: string): Promise<CustomToolRow>
  /** Those of the ids that the workspace has. */
  findIds(ids: readonly string[]): Promise<Set<string>>
  /** Sorted by `name`, `updatedDate` or `createdDate`; newest change first without a wish. */
  list(query: PageQuery & UsageFilter): Promise<Page<CustomToolRow>>
}

/** Databases take a limited number of values in one statement. */
const IDS_AT_ONCE = 1_000

/** Makes the reader of custom tools. */
export function createCustomToolReader({ db, longReads }: TenantScope): CustomToolReader {
  const find = (id: string) =>
    db.selectFrom('customTools').selectAll().where('id', '=', id).executeTakeFirst()
  return {
    find,
    get: async (id) => getFound(await find(id), 'Tool', id),
    async findIds(ids) {
      const found = new Set<string>()
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const some = matchAny('customTools.id', ids.slice(at, at + IDS_AT_ONCE))
        const rows = await db.selectFrom('customTools').select('id').where(some).execute()
        for (const { id } of rows) found.add(id)
      }
      return found
    },
    async list({ usage, ...request }) {
      let query = longReads.selectFrom('customTools').selectAll()
      const isWanted = matchUsage(longReads, { usage, kind: 'tool', column: 'customTools.id' })
      if (isWanted) query = query.where(isWanted)
      if (request.search) query = query.where(containsText('customTools.name', request.search))
      return readPage(query, request, sortOfNamed('customTools'))
    },
  }
}
