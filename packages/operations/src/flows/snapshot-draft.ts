import type { Principal } from '@runnel/access'
import type { FlowRow } from '@runnel/db'
import { keepDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { checkDocumentTags } from './check-document-tags.ts'
import { checkInnerFlows } from './check-inner-flows.ts'
import { checkNamedVariables } from './check-named-variables.ts'
import { readConsents } from './consented-hosts.ts'
import { hashDocument } from './hash-document.ts'
import { replayDraft } from './replay-draft.ts'
import { readStoredDocument } from './stored-document.ts'

/**
 * Keeps a person's draft of a flow as a snapshot that a run can pin, and gives its id; undefined without a draft. A
 * draft gives no consent that credentials go to its base URLs: it has that of the version on which it stands.
 * @throws RunnelError `forbidden` for a draft that names variables or flows which its author may not see
 */
export async function snapshotDraft(
  context: OperationContext,
  flow: FlowRow,
  principal: Principal,
): Promise<string | undefined> {
  if (principal.kind !== 'user') return undefined
  const { id: flowId, workspaceId } = flow
  const draft = await replayDraft(context, { workspaceId, flowId, userId: principal.userId })
  if (!draft) return undefined
  checkDocumentTags(principal, flow)
  const base = await context.db.read(workspaceId).flows.getVersion(draft.row.baseVersionId)
  const before = readStoredDocument(base.document, context.catalogue)
  checkNamedVariables(principal, before, draft.document)
  await checkInnerFlows(context, principal, { before, after: draft.document })
  const document = keepDocument(draft.document)
  return context.db.write(workspaceId, (writer) =>
    writer.flows.snapshot(flowId, {
      document,
      documentHash: hashDocument(document),
      consentedHosts: readConsents(
        { document: draft.base, consentedHosts: base.consentedHosts },
        context.catalogue.find,
      ),
      createdBy: principal.userId,
    }),
  )
}
