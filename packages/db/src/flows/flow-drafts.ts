import { RunnelError } from '@runnel/contract'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { addChange } from './flow-changes.ts'
import { type DraftAppend, stringifyViewport } from './flow-rows.ts'

/** Removes a draft; its changes stay in the feed. With `sequence` only when it is at that change. Gives whether it went. */
export async function deleteDraft(
  { db }: TenantScope,
  draft: { flowId: string; userId: string; sequence?: number | undefined },
): Promise<boolean> {
  let query = db
    .deleteFrom('flowDrafts')
    .where('flowId', '=', draft.flowId)
    .where('userId', '=', draft.userId)
  if (draft.sequence !== undefined) query = query.where('sequence', '=', draft.sequence)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

async function lastOf({ db }: TenantScope, draft: DraftAppend): Promise<number> {
  const row = await db
    .selectFrom('flowDrafts')
    .select('sequence')
    .where('flowId', '=', draft.flowId)
    .where('userId', '=', draft.userId)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/**
 * Adds a change to a user's draft, which begins with it where there was none; gives its number. The flow's row is
 * locked first, so that of two at once one is stale. @throws RunnelError `not_found`, `stale_draft`
 */
export async function appendDraft(scope: TenantScope, draft: DraftAppend): Promise<number> {
  const { flowId, userId, baseVersionId, diff } = draft
  const sequence = await addChange(scope, {
    flowId,
    draftOf: userId,
    versionId: baseVersionId,
    diff,
    createdBy: userId,
  })
  const last = await lastOf(scope, draft)
  if (draft.after !== undefined && draft.after !== last) {
    throw new RunnelError(
      'stale_draft',
      'Another window of yours holds unsaved work on this flow that does not go together with this. Save in one of them.',
    )
  }
  const restart =
    last === 0 || draft.after === undefined ? (draft.restart ?? { document: null }) : draft.restart
  // A document of its own holds this change already, the document of the base version does not.
  const start = restart?.document === null ? sequence - 1 : sequence
  const content = {
    baseVersionId,
    sequence,
    viewport: stringifyViewport(draft.viewport),
    updatedAt: scope.now(),
    ...(restart ? { document: restart.document, startSequence: start } : {}),
  }
  await scope.db
    .insertInto('flowDrafts')
    .values({ flowId, userId, document: null, startSequence: start, ...content })
    .onConflict((conflict) => conflict.columns(['flowId', 'userId']).doUpdateSet(content))
    .execute()
  return sequence
}
