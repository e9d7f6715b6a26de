import type { SystemScope } from './system-scope.ts'

/** Whose an API key is, found by its hash. */
export interface SystemApiKeys {
  findByHash(keyHash: string): Promise<{ id: string; workspaceId: string; permissions: string[] } | undefined>
  /** Notes that the key was used. */
  touch(id: string, at: number): Promise<void>
}

/** Makes the resolver of API keys. */
export function createSystemApiKeys({ reader, write }: SystemScope): SystemApiKeys {
  return {
    async findByHash(keyHash) {
      const row = await reader()
        .selectFrom('apiKeys')
        .select(['id', 'workspaceId', 'permissions'])
        .where('keyHash', '=', keyHash)
        .executeTakeFirst()
      return row && { ...row, permissions: JSON.parse(row.permissions) as string[] }
    },
    async touch(id, at) {
      await write((db) => db.updateTable('apiKeys').set({ lastUsedAt: at }).where('id', '=', id).execute())
    },
  }
}
