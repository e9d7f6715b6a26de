import type { SystemScope } from './system-scope.ts'

/** Facts about the whole installation. */
export interface MetaStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
}

/** Makes the store of facts. */
export function createMetaStore({ reader, write }: SystemScope): MetaStore {
  return {
    async get(key) {
      const row = await reader().selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
      return row?.value
    },
    async set(key, value) {
      await write((db) =>
        db
          .insertInto('meta')
          .values({ key, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute(),
      )
    },
  }
}
