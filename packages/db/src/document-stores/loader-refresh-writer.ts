import type { Insertable, Updateable } from 'kysely'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { LoaderRefreshTable } from './document-store-tables.ts'

type Keys = 'loaderId' | 'workspaceId' | 'storeId'

/** Writes when loaders are read again by themselves, and what servers said of their pages. */
export interface LoaderRefreshWriter {
  insert(refresh: Omit<Insertable<LoaderRefreshTable>, 'workspaceId'>): Promise<void>
  /** What is absent stays; nothing happens where there is none. */
  update(loaderId: string, patch: Omit<Updateable<LoaderRefreshTable>, Keys>): Promise<void>
  delete(loaderId: string): Promise<void>
  /** Keeps one answer in place of the one of its key, and leaves the others. */
  keepPage(loaderId: string, page: { key: string; reply: string }): Promise<void>
  /** The answers of this time take the place of those before, but for that of a key. */
  replacePages(
    loaderId: string,
    pages: readonly { key: string; reply: string }[],
    keptKey: string,
  ): Promise<void>
}

/** Answers hold whole pages: few go into one statement. */
const PAGES_PER_STATEMENT = 20

/** Makes the writer of refreshes. */
export function createLoaderRefreshWriter({ db }: TenantScope): LoaderRefreshWriter {
  return {
    async insert(refresh) {
      await db.insertInto('loaderRefreshes').values(refresh).execute()
    },
    async update(loaderId, patch) {
      await db.updateTable('loaderRefreshes').set(patch).where('loaderId', '=', loaderId).execute()
    },
    async delete(loaderId) {
      await db.deleteFrom('loaderRefreshes').where('loaderId', '=', loaderId).execute()
    },
    async keepPage(loaderId, page) {
      await db
        .deleteFrom('loaderPages')
        .where('loaderId', '=', loaderId)
        .where('key', '=', page.key)
        .execute()
      await db
        .insertInto('loaderPages')
        .values({ ...page, loaderId })
        .execute()
    },
    async replacePages(loaderId, pages, keptKey) {
      await db
        .deleteFrom('loaderPages')
        .where('loaderId', '=', loaderId)
        .where('key', '<>', keptKey)
        .execute()
      for (let at = 0; at < pages.length; at += PAGES_PER_STATEMENT) {
        const rows = pages.slice(at, at + PAGES_PER_STATEMENT).map((page) => ({ ...page, loaderId }))
        await db.insertInto('loaderPages').values(rows).execute()
      }
    },
  }
}
