import type { SystemScope } from './system-scope.ts'

/** Which blobs are in use, across workspaces; ids only. */
export interface SystemFiles {
  /** Of these blobs, those that no file of any workspace names: their bytes may go. */
  findUnusedBlobs(blobIds: readonly string[]): Promise<string[]>
}

/** Makes the resolver of blobs. */
export function createSystemFiles({ reader }: SystemScope): SystemFiles {
  return {
    async findUnusedBlobs(blobIds) {
      if (blobIds.length === 0) return []
      const rows = await reader()
        .selectFrom('files')
        .select('blobId')
        .distinct()
        .where('blobId', 'in', blobIds)
        .execute()
      const used = new Set(rows.map(({ blobId }) => blobId))
      return blobIds.filter((blobId) => !used.has(blobId))
    },
  }
}
