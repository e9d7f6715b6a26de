import type { Principal } from '@runnel/access'
import type { FlowRow } from '@runnel/db'
import { keepDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { checkDocumentTags } from './check-document-tags.ts'
import { checkInnerFlows } from './check-inner-flows.ts'
import { checkNamedVariables } from './check-named-variables.ts'
import { type ConsentedVersion, readConsents } from './consented-hosts.ts'
import { hashDocument } from './hash-document.ts'
import { replayDraft } from './replay-draft.ts'
import { readStoredDocument } from './stored-document.ts'

/**
 * Keeps a person's draft of a flow as a snapshot that a run can pin, and gives its id; undefined without a draft. A
 * draft gives no consent that credentials go to its base URLs: it has that of the version on which it stands, as far as the
 * newest one has it, too. So what it may name: what was taken away comes back by no draft on an older version.
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
  const newest =
    base.id === flow.headVersionId ? { ...base, document: before } : await readNewest(context, flow)
  for (const known of new Set([before, newest.document])) {
    checkNamedVariables(principal, known, draft.document)
    await checkInnerFlows(context, principal, { before: known, after: draft.document })
  }
  const { find } = context.catalogue
  const consents = readConsents({ document: draft.base, consentedHosts: base.consentedHosts }, find)
  const kept = newest.document === before ? consents : readConsents(newest, find)
  const document = keepDocument(draft.document)
  return context.db.write(workspaceId, (writer) =>
    writer.flows.snapshot(flowId, {
      document,
      documentHash: hashDocument(document),
      consentedHosts: consents.filter((consent) => kept.includes(consent)),
      createdBy: principal.userId,
    }),
  )
}

async function readNewest(context: OperationContext, flow: FlowRow): Promise<ConsentedVersion> {
  const { document, consentedHosts } = await context.db
    .read(flow.workspaceId)
    .flows.getVersion(flow.headVersionId)
  return { document: readStoredDocument(document, context.catalogue), consentedHosts }
}
