import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type FlowChangeRow, type FlowDraftRow, parseChange, parseViewport } from './flow-rows.ts'

/** Which part of a flow's change feed is wanted. */
export interface FlowFeed {
  flowId: string
  /** Absent: saves only. */
  userId?: string | undefined
  after: number
  limit: number
}

/** Reads unsaved work and the change feeds of flows. */
export interface DraftReader {
  findDraft(flowId: string, userId: string): Promise<FlowDraftRow | undefined>
  /** The changes of a draft after a number of the feed, oldest first. */
  listDraftChanges(draft: Pick<FlowDraftRow, 'flowId' | 'userId'>, after: number): Promise<FlowChangeRow[]>
  /** Entries of a flow's feed after a number, oldest first: every save, and what this user added to a draft. */
  listChanges(feed: FlowFeed): Promise<FlowChangeRow[]>
}

/** Makes the reader of drafts and change feeds. */
export function createDraftReader({ db }: TenantScope): DraftReader {
  return {
    async findDraft(flowId, userId) {
      const row = await db
        .selectFrom('flowDrafts')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return row && parseViewport(row)
    },
    async listDraftChanges({ flowId, userId }, after) {
      const rows = await db
        .selectFrom('flowChanges')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('draftOf', '=', userId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .execute()
      return rows.map(parseChange)
    },
    async listChanges({ flowId, userId, after, limit }) {
      const rows = await db
        .selectFrom('flowChanges')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('sequence', '>', after)
        .where(({ eb, or }) =>
          or([eb('draftOf', 'is', null), ...(userId === undefined ? [] : [eb('draftOf', '=', userId)])]),
        )
        .orderBy('sequence')
        .limit(limit)
        .execute()
      return rows.map(parseChange)
    },
  }
}
