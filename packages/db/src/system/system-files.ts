import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import type { SystemScope } from './system-scope.ts'

/** A file that nobody needs any more. */
export interface StrayFile {
  id: string
  workspaceId: string
}

/** Which blobs and files are in use, across workspaces; ids only. */
export interface SystemFiles {
  /** Of these blobs, those that no file of any workspace names: their bytes may go. */
  findUnusedBlobs(blobIds: readonly string[]): Promise<string[]>
  /**
   * Files from before that time which nobody needs: those that a run wrote whose journal is pruned or that is gone;
   * those that were given in a chat which has no message and no open run; and those that were given to a fill of a
   * store which did not end well.
   */
  findStray(before: number, limit: number): Promise<StrayFile[]>
}

/** Makes the resolver of blobs. */
export function createSystemFiles({ reader, longReader }: SystemScope): SystemFiles {
  const findOf = (ownerKind: 'run' | 'flow', before: number, limit: number) =>
    longReader()
      .selectFrom('files')
      .select(['id', 'workspaceId'])
      .where('ownerKind', '=', ownerKind)
      .where('createdAt', '<', before)
      .where(ownerKind === 'run' ? isOfNoRun : isOfNoChat)
      .limit(limit)
      .execute()
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
    async findStray(before, limit) {
      const ofRuns = await findOf('run', before, limit)
      return ofRuns.length === limit
        ? ofRuns
        : [...ofRuns, ...(await findOf('flow', before, limit - ofRuns.length))]
    },
  }
}

const isOfNoRun = ({ not, exists, selectFrom }: ExpressionBuilder<DatabaseSchema, 'files'>) =>
  not(
    exists(
      selectFrom('runs')
        .select('runs.id')
        .whereRef('runs.id', '=', 'files.ownerId')
        .where('runs.hasJournal', '=', true),
    ),
  )

/** Files of a chat stand in a session; those for a fill of a store in none, and its run has their chat's id. */
const isOfNoChat = () => sql<SqlBool>`"files"."chatId" is not null and case
  when "files"."sessionId" is not null then
    not exists (select 1 from "chatMessages" as m
      where m."flowId" = "files"."ownerId" and m."chatId" = "files"."chatId")
    and not exists (select 1 from "runs" as r
      where r."flowId" = "files"."ownerId" and r."chatId" = "files"."chatId" and r."endedAt" is null)
  else
    not exists (select 1 from "runs" as r
      where r."workspaceId" = "files"."workspaceId" and r."kind" = 'ingestion' and r."kind" <> 'flow'
        and r."chatId" = "files"."chatId" and (r."endedAt" is null or r."status" = 'finished'))
  end`
