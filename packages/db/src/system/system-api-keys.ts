import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import { prepareRead } from '../tenant/tenant-scope.ts'
import type { SystemScope } from './system-scope.ts'

/** A key, whose it is, what it may, and when it ends. */
export interface FoundKey {
  id: string
  keyName: string
  workspaceId: string
  permissions: string[]
  expiresAt: number | null
}

/** Whose an API key is, found by its hash. */
export interface SystemApiKeys {
  findByHash(keyHash: string): Promise<FoundKey | undefined>
  /** Notes that the key was used. */
  touch(id: string, at: number): Promise<void>
}

const FIND_BY_HASH = prepareRead(['keyHash'], (db: Kysely<DatabaseSchema>, { keyHash }) =>
  db
    .selectFrom('apiKeys')
    .select(['id', 'keyName', 'workspaceId', 'permissions', 'expiresAt'])
    .where('keyHash', '=', keyHash),
)

/** Makes the resolver of API keys. */
export function createSystemApiKeys({ read, write }: SystemScope): SystemApiKeys {
  return {
    async findByHash(keyHash) {
      const [row] = await read(FIND_BY_HASH, { keyHash })
      return row && { ...row, permissions: JSON.parse(row.permissions) as string[] }
    },
    async touch(id, at) {
      await write((db) => db.updateTable('apiKeys').set({ lastUsedAt: at }).where('id', '=', id).execute())
    },
  }
}
