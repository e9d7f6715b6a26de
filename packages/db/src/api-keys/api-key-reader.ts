import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { containsText, type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { ApiKeyTable } from './api-key-table.ts'

/** An API key as it may be shown: without its hash; permissions parsed. */
export type ApiKeyRow = Omit<Selectable<ApiKeyTable>, 'keyHash' | 'permissions'> & { permissions: string[] }

/** The columns of an API key that readers give. */
export const API_KEY_COLUMNS = [
  'id',
  'workspaceId',
  'keyName',
  'keyHint',
  'permissions',
  'revision',
  'createdAt',
  'updatedAt',
  'lastUsedAt',
  'createdBy',
  'expiresAt',
] as const

/** Parses the permissions of a stored key; the layer wrote them, so their shape is known. */
export function parsePermissions<Row extends { permissions: string }>(
  row: Row,
): Omit<Row, 'permissions'> & { permissions: string[] } {
  return { ...row, permissions: JSON.parse(row.permissions) as string[] }
}

/** Reads the API keys of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface ApiKeyReader {
  find(id: string): Promise<ApiKeyRow | undefined>
  get(id: string): Promise<ApiKeyRow>
  /** Sorted by `keyName`, `updatedDate` or `createdDate`; newest change first without a wish. */
  list(query: PageQuery): Promise<Page<ApiKeyRow>>
}

const apiKeySort: SortRules = {
  columns: {
    keyName: { column: 'apiKeys.keyName', isText: true },
    updatedDate: { column: 'apiKeys.updatedAt' },
    createdDate: { column: 'apiKeys.createdAt' },
  },
  fallback: 'apiKeys.updatedAt',
  fallbackDirection: 'desc',
  tieBreaker: 'apiKeys.id',
}

/** Makes the reader of API keys. */
export function createApiKeyReader({ db, longReads }: TenantScope): ApiKeyReader {
  async function find(id: string): Promise<ApiKeyRow | undefined> {
    const row = await db.selectFrom('apiKeys').select(API_KEY_COLUMNS).where('id', '=', id).executeTakeFirst()
    return row && parsePermissions(row)
  }
  return {
    find,
    async get(id) {
      const key = await find(id)
      if (!key) throw new RunnelError('not_found', `API key ${id} not found`)
      return key
    },
    async list(request) {
      let query = longReads.selectFrom('apiKeys').select(API_KEY_COLUMNS)
      if (request.search) query = query.where(containsText('apiKeys.keyName', request.search))
      const { rows, total } = await readPage(query, request, apiKeySort)
      return { rows: rows.map(parsePermissions), total }
    },
  }
}
