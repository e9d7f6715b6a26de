import type { Principal } from '@runnel/access'
import { flowDocumentSchema } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { consentedHostsOf } from './consented-hosts.ts'
import { hashDocument } from './hash-document.ts'

/** Keeps a user's draft as a snapshot that a run can pin; undefined when there is no draft. */
export async function snapshotDraft(
  context: OperationContext,
  scope: { workspaceId: string; flowId: string; principal: Principal & { kind: 'user' } },
): Promise<string | undefined> {
  const { workspaceId, flowId, principal } = scope
  const draft = await context.db.read(workspaceId).flows.findDraft(flowId, principal.userId)
  if (!draft) return undefined
  const document = flowDocumentSchema.parse(JSON.parse(draft.document))
  return context.db.write(workspaceId, (writer) =>
    writer.flows.snapshot(flowId, {
      document: draft.document,
      documentHash: hashDocument(draft.document),
      consentedHosts: consentedHostsOf(document, principal),
      createdBy: principal.userId,
    }),
  )
}
