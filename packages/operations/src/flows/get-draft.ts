import type { Principal } from '@runnel/access'
import { type FlowDraft, isoTime } from '@runnel/contract'
import { diffDocuments } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { draftOwner } from './draft-owner.ts'
import { replayDraft } from './replay-draft.ts'
import { readStoredDocument } from './stored-document.ts'

/** The caller's unsaved work on a flow, and what was saved since it began; null when there is none. */
export async function getDraft(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<{ draft: FlowDraft | null }> {
  const { workspaceId, userId } = draftOwner(principal)
  const { flow, version } = await context.db.read(workspaceId).flows.getHead(flowId)
  authorizeFlow(principal, flow.type, 'update')
  const draft = await replayDraft(context, { workspaceId, flowId, userId })
  if (!draft) return { draft: null }
  const { row, base, document } = draft
  const head =
    row.baseVersionId === version.id ? base : readStoredDocument(version.document, context.catalogue)
  return {
    draft: {
      baseVersionId: row.baseVersionId,
      diff: diffDocuments(base, document),
      savedSince: diffDocuments(base, head),
      headVersionId: version.id,
      sequence: row.sequence,
      viewport: row.viewport,
      updatedDate: isoTime(row.updatedAt),
    },
  }
}
