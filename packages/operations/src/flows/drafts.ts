import type { Principal } from '@runnel/access'
import {
  type Deletion,
  type FlowDocument,
  type FlowDraft,
  isoTime,
  RunnelError,
  type Viewport,
} from '@runnel/contract'
import { checkDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from './flow-permissions.ts'
import { parseStoredDocument } from './read-document.ts'

function userOf(principal: Principal): Principal & { kind: 'user' } {
  if (principal.kind !== 'user')
    throw new RunnelError('forbidden', 'Drafts belong to people; an API key has none')
  return principal
}

/** The caller's unsaved work on a flow; null when there is none. */
export async function getDraft(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<{ draft: FlowDraft | null }> {
  const user = userOf(principal)
  const reader = context.db.read(user.workspaceId)
  const flow = await reader.flows.get(flowId)
  authorizeFlow(principal, flow.type, 'update')
  const draft = await reader.flows.findDraft(flowId, user.userId)
  if (!draft) return { draft: null }
  return {
    draft: {
      document: parseStoredDocument(draft.document),
      viewport: draft.viewport,
      baseVersionId: draft.baseVersionId ?? flow.headVersionId,
      updatedDate: isoTime(draft.updatedAt),
    },
  }
}

/** Keeps the caller's unsaved work on a flow; the head stays as it is. */
export async function putDraft(
  context: OperationContext,
  principal: Principal,
  draft: { flowId: string; document: FlowDocument; viewport: Viewport | null; baseVersionId: string },
): Promise<{ updatedDate: string }> {
  const user = userOf(principal)
  const flow = await context.db.read(user.workspaceId).flows.get(draft.flowId)
  authorizeFlow(principal, flow.type, 'update')
  const document = JSON.stringify(checkDocument(draft.document))
  await context.db.write(user.workspaceId, (writer) =>
    writer.flows.putDraft({
      flowId: draft.flowId,
      userId: user.userId,
      document,
      viewport: draft.viewport,
      baseVersionId: draft.baseVersionId,
    }),
  )
  return { updatedDate: isoTime(context.now()) }
}

/** Discards the caller's unsaved work on a flow. */
export async function deleteDraft(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<Deletion> {
  const user = userOf(principal)
  await context.db.read(user.workspaceId).flows.get(flowId)
  await context.db.write(user.workspaceId, (writer) => writer.flows.deleteDraft(flowId, user.userId))
  return { raw: [], affected: 1 }
}
