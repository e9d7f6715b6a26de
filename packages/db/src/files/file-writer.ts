import type { TenantScope } from '../tenant/tenant-scope.ts'
import { checkFileQuota, type FileQuota, type GivenFiles } from './file-quota.ts'
import type { FileRow } from './file-reader.ts'

/** A file to keep; its blob lies in the store already. */
export type NewFile = Omit<
  FileRow,
  'id' | 'workspaceId' | 'sessionId' | 'chatId' | 'namespace' | 'createdAt'
> & {
  id?: string | undefined
  sessionId?: string | undefined
  chatId?: string | undefined
  namespace?: string | undefined
}

/** Writes the files of one workspace. */
export interface FileWriter {
  insert(file: NewFile): Promise<FileRow>
  /** Refuses files that would pass a quota; to be asked before they are inserted. @throws RunnelError `body_too_large` */
  checkQuota(given: GivenFiles, quota: FileQuota): Promise<void>
  /**
   * Deletes the rows and gives the ids of their blobs that no row of this workspace names any more. Whether another
   * workspace does tells `system.files`.
   */
  delete(ids: readonly string[]): Promise<string[]>
}

/** Makes the writer of files. */
export function createFileWriter(scope: TenantScope): FileWriter {
  const { db, now, newId } = scope
  return {
    checkQuota: (given, quota) => checkFileQuota(scope, given, quota),
    insert: ({ id = newId(), sessionId = null, chatId = null, namespace = null, ...file }) =>
      db
        .insertInto('files')
        .values({ ...file, id, sessionId, chatId, namespace, createdAt: now() })
        .returningAll()
        .executeTakeFirstOrThrow(),
    async delete(ids) {
      if (ids.length === 0) return []
      const rows = await db.deleteFrom('files').where('id', 'in', ids).returning('blobId').execute()
      return findUnnamed(scope, rows)
    },
  }
}

async function findUnnamed({ db }: TenantScope, deleted: readonly { blobId: string }[]): Promise<string[]> {
  const blobIds = [...new Set(deleted.map(({ blobId }) => blobId))]
  if (blobIds.length === 0) return []
  const rows = await db
    .selectFrom('files')
    .select('blobId')
    .distinct()
    .where('blobId', 'in', blobIds)
    .execute()
  const named = new Set(rows.map(({ blobId }) => blobId))
  return blobIds.filter((blobId) => !named.has(blobId))
}
