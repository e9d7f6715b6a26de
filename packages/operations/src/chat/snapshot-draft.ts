import type { Principal } from '@runnel/access'
import { keepDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { hashDocument } from '../flows/hash-document.ts'
import { replayDraft } from '../flows/replay-draft.ts'

/**
 * Keeps a user's draft as a snapshot that a run can pin; undefined when there is no draft. A draft gives no consent
 * that credentials go to its base URLs: it has that of the version on which it stands.
 */
export async function snapshotDraft(
  context: OperationContext,
  scope: { workspaceId: string; flowId: string; principal: Principal & { kind: 'user' } },
): Promise<string | undefined> {
  const { workspaceId, flowId, principal } = scope
  const draft = await replayDraft(context, { workspaceId, flowId, userId: principal.userId })
  if (!draft) return undefined
  const base = await context.db.read(workspaceId).flows.getVersion(draft.row.baseVersionId)
  const document = keepDocument(draft.document)
  return context.db.write(workspaceId, (writer) =>
    writer.flows.snapshot(flowId, {
      document,
      documentHash: hashDocument(document),
      consentedHosts: base.consentedHosts,
      createdBy: principal.userId,
    }),
  )
}
