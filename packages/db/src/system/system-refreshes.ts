import type { SystemScope } from './system-scope.ts'

/** Finds loaders of document stores whose time to be read again has come; gives ids only. */
export interface SystemRefreshes {
  /** Longest due first. */
  listDue(now: number, limit: number): Promise<{ workspaceId: string; storeId: string; loaderId: string }[]>
}

/** Makes the finder of refreshes. */
export function createSystemRefreshes({ reader }: SystemScope): SystemRefreshes {
  return {
    listDue: (now, limit) =>
      reader()
        .selectFrom('loaderRefreshes')
        .innerJoin('workspaces', 'workspaces.id', 'loaderRefreshes.workspaceId')
        .where('workspaces.deletedAt', 'is', null)
        .where('nextAt', 'is not', null)
        .where('nextAt', '<=', now)
        .select(['loaderRefreshes.workspaceId', 'loaderRefreshes.storeId', 'loaderRefreshes.loaderId'])
        .orderBy('nextAt')
        .limit(limit)
        .execute(),
  }
}
