import { makerOf, type Principal, workspaceOf } from '@runnel/access'
import { isoTime, RunnelError, type SaveChatflowBody, type SavedChatflow } from '@runnel/contract'
import { applyReceivedDiff, diffDocuments, keepDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { keepParamFiles, saveWithFiles } from '../files/keep-param-files.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { appendFlowChanges } from './append-flow-changes.ts'
import { checkDocumentTags } from './check-document-tags.ts'
import { checkInnerFlows } from './check-inner-flows.ts'
import { checkNamedVariables } from './check-named-variables.ts'
import { consentedHostsOf } from './consented-hosts.ts'
import { hashDocument } from './hash-document.ts'
import { listProblems } from './list-problems.ts'
import { readStoredDocument } from './stored-document.ts'

/** A save of what changed since a revision. */
export interface SaveFlow {
  flowId: string
  body: SaveChatflowBody
  expectedRevision: number | undefined
}

function staleRevision(flowId: string, revision: number): RunnelError {
  return new RunnelError(
    'stale_revision',
    `Chatflow ${flowId} was changed by someone else (it is now at revision ${revision}). Load it again, then repeat your change.`,
  )
}

/**
 * Saves what changed of a flow as a new version; the caller's draft goes in the same transaction, when it holds
 * nothing that this save does not. @throws RunnelError `precondition_failed` without a revision, `stale_revision`,
 * `conflict` for a change that does not fit
 */
export async function saveFlow(
  context: OperationContext,
  principal: Principal,
  { flowId, body, expectedRevision }: SaveFlow,
): Promise<SavedChatflow> {
  const workspaceId = workspaceOf(principal)
  const { flow, version } = await context.db.read(workspaceId).flows.getHead(flowId)
  authorizeFlow(principal, flow.type, 'update')
  checkDocumentTags(principal, flow)
  if (expectedRevision === undefined) {
    throw new RunnelError(
      'precondition_failed',
      'Send If-Match with the revision from which the change was made.',
    )
  }
  if (flow.revision !== expectedRevision) throw staleRevision(flowId, flow.revision)
  const before = readStoredDocument(version.document, context.catalogue)
  const received = applyReceivedDiff(before, body.diff)
  checkNamedVariables(principal, before, received)
  await checkInnerFlows(context, principal, { before, after: received })
  const { document, files } = await keepParamFiles(context, { workspaceId, flowId }, received)
  const { problems, repairs } = listProblems({ document, problems: [] }, context.catalogue)
  const text = keepDocument(document)
  const save = {
    version: {
      document: text,
      documentHash: hashDocument(text),
      consentedHosts: consentedHostsOf(
        document,
        { principal, before: { document: before, consentedHosts: version.consentedHosts } },
        context.catalogue.find,
      ),
      repairs,
      createdBy: makerOf(principal),
    },
    diff: JSON.stringify(document === received ? body.diff : diffDocuments(before, document)),
    viewport: body.viewport ?? undefined,
    patch: { name: body.name },
  }
  const saved = await saveWithFiles(context, { workspaceId, files }, async (writer) => {
    const row = await writer.flows.saveVersion(flowId, save, { expectedRevision })
    await appendFlowChanges(writer, principal, { before: flow, after: row })
    if (body.draftSequence !== undefined && principal.kind === 'user') {
      await writer.flows.deleteDraft({ flowId, userId: principal.userId, sequence: body.draftSequence })
    }
    return { saved: row, flowId }
  })
  return {
    revision: saved.revision,
    headVersionId: saved.headVersionId,
    updatedDate: isoTime(saved.updatedAt),
    changeSequence: saved.changeSequence,
    problems,
    repairs,
  }
}
