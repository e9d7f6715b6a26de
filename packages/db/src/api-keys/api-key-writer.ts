import { RunnelError } from '@runnel/contract'
import { sql } from 'kysely'
import { type Expectation, getChangedRow } from '../tenant/changed-row.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { API_KEY_COLUMNS, type ApiKeyRow, parsePermissions } from './api-key-reader.ts'

/** A new API key: its hash and hint, never the key. */
export interface NewApiKey {
  id?: string | undefined
  keyName: string
  keyHash: string
  keyHint: string
  permissions: readonly string[]
  createdBy?: string | null | undefined
  expiresAt?: number | null | undefined
}

/** A change of an API key; what is absent stays. The key itself does not change. */
export interface ApiKeyPatch {
  keyName?: string | undefined
  permissions?: readonly string[] | undefined
  expiresAt?: number | null | undefined
  /** The user with whose rights it works from now on. */
  createdBy?: string | undefined
}

/** Writes the API keys of one workspace; an unknown id is `not_found`, a stale one `stale_revision`. */
export interface ApiKeyWriter {
  insert(key: NewApiKey): Promise<ApiKeyRow>
  update(id: string, patch: ApiKeyPatch, expectation?: Expectation): Promise<ApiKeyRow>
  delete(id: string): Promise<void>
}

/** Makes the writer of API keys. */
export function createApiKeyWriter({ db, now, newId }: TenantScope): ApiKeyWriter {
  return {
    async insert({ id = newId(), permissions, expiresAt = null, createdBy = null, ...key }) {
      const at = now()
      const row = await db
        .insertInto('apiKeys')
        .values({
          ...key,
          id,
          permissions: JSON.stringify(permissions),
          revision: 1,
          createdAt: at,
          updatedAt: at,
          lastUsedAt: null,
          createdBy,
          expiresAt,
        })
        .returning(API_KEY_COLUMNS)
        .executeTakeFirstOrThrow()
      return parsePermissions(row)
    },
    async update(id, { keyName, permissions, expiresAt, createdBy }, { expectedRevision } = {}) {
      let query = db
        .updateTable('apiKeys')
        .set({
          ...(keyName === undefined ? {} : { keyName }),
          ...(permissions === undefined ? {} : { permissions: JSON.stringify(permissions) }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
          ...(createdBy === undefined ? {} : { createdBy }),
          revision: sql`"revision" + 1`,
          updatedAt: now(),
        })
        .where('id', '=', id)
        .returning(API_KEY_COLUMNS)
      if (expectedRevision !== undefined) query = query.where('revision', '=', expectedRevision)
      const revised = { db, what: 'API key', id, action: 'api-key.updated' } as const
      const row = await getChangedRow(await query.executeTakeFirst(), revised, () =>
        db.selectFrom('apiKeys').select(['revision', 'updatedAt']).where('id', '=', id).executeTakeFirst(),
      )
      return parsePermissions(row)
    },
    async delete(id) {
      const deleted = await db.deleteFrom('apiKeys').where('id', '=', id).executeTakeFirstOrThrow()
      if (deleted.numDeletedRows === 0n) throw new RunnelError('not_found', `API key ${id} not found`)
    },
  }
}
