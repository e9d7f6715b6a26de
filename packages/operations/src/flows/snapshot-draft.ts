import type { Principal } from '@runnel/access'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { consentedHostsOf } from './consented-hosts.ts'
import { hashDocument } from './hash-document.ts'
import { parseStoredDocument } from './read-document.ts'

/** Keeps a person's draft of a flow as a snapshot that a run can pin, and gives its id; undefined without a draft. */
export async function snapshotDraft(
  context: OperationContext,
  flow: FlowRow,
  principal: Principal,
): Promise<string | undefined> {
  if (principal.kind !== 'user') return undefined
  const { id: flowId, workspaceId } = flow
  const draft = await context.db.read(workspaceId).flows.findDraft(flowId, principal.userId)
  if (!draft) return undefined
  const consentedHosts = consentedHostsOf(
    parseStoredDocument(draft.document),
    principal,
    context.catalogue.find,
  )
  return context.db.write(workspaceId, (writer) =>
    writer.flows.snapshot(flowId, {
      document: draft.document,
      documentHash: hashDocument(draft.document),
      consentedHosts,
      createdBy: principal.userId,
    }),
  )
}
