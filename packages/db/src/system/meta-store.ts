import type { SystemScope } from './system-scope.ts'

/** Facts about the whole installation. */
export interface MetaStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** Sets a fact that is still as it was read (undefined: absent); of several who try at once one is told true. */
  replace(key: string, known: string | undefined, value: string): Promise<boolean>
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
    replace: (key, known, value) =>
      write(async (db) => {
        if (known === undefined) {
          const { numInsertedOrUpdatedRows } = await db
            .insertInto('meta')
            .values({ key, value })
            .onConflict((conflict) => conflict.column('key').doNothing())
            .executeTakeFirstOrThrow()
          return numInsertedOrUpdatedRows === 1n
        }
        const { numUpdatedRows } = await db
          .updateTable('meta')
          .set({ value })
          .where('key', '=', key)
          .where('value', '=', known)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n
      }),
  }
}
