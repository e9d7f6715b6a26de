import type { Selectable } from 'kysely'
import { matchUsage, type UsageFilter } from '../flows/flow-uses.ts'
import { getFound, sortOfNamed } from '../tenant/named-rows.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { McpServerTable } from './mcp-server-table.ts'

/** A server of tools with its sealed envelope. */
export type McpServerRow = Selectable<McpServerTable>

/** The same for lists: without its envelope and its tools. */
export type McpServerSummary = Omit<McpServerRow, 'sealed' | 'tools'>

/** Reads the servers of tools of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface McpServerReader {
  find(id: string): Promise<McpServerRow | undefined>
  get(id: string): Promise<McpServerRow>
  /** Searched by name and origin; sorted by `name`, `updatedDate` or `createdDate`, newest change first without a wish. */
  list(query: PageQuery & UsageFilter): Promise<Page<McpServerSummary>>
  /** All with their envelopes, to seal them anew. */
  listSealed(): Promise<Pick<McpServerRow, 'id' | 'sealed' | 'revision'>[]>
}

const SHOWN = [
  'id',
  'workspaceId',
  'name',
  'origin',
  'iconSrc',
  'color',
  'authType',
  'toolCount',
  'status',
  'revision',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof McpServerSummary)[]

/** Makes the reader of servers of tools. */
export function createMcpServerReader({ db, longReads }: TenantScope): McpServerReader {
  const find = (id: string) => db.selectFrom('mcpServers').selectAll().where('id', '=', id).executeTakeFirst()
  return {
    find,
    get: async (id) => getFound(await find(id), 'MCP server', id),
    async list({ usage, search, ...request }) {
      let query = longReads.selectFrom('mcpServers').select(SHOWN)
      const isWanted = matchUsage(longReads, { usage, kind: 'mcpServer', column: 'mcpServers.id' })
      if (isWanted) query = query.where(isWanted)
      if (search) {
        const places = ['mcpServers.name', 'mcpServers.origin'].map((place) => containsText(place, search))
        query = query.where((each) => each.or(places))
      }
      return readPage(query, request, sortOfNamed('mcpServers'))
    },
    listSealed: () => longReads.selectFrom('mcpServers').select(['id', 'sealed', 'revision']).execute(),
  }
}
