import { type Principal, workspaceOf } from '@runnel/access'
import type { Chatflow } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { presentFlowData, presentFlowDocument, presentFlowSummary, shownTo } from './present-flow.ts'
import { readStoredDocument } from './stored-document.ts'

/** Reads one flow: in the reference's form, in ours for the canvas, or without its document. */
export async function getFlow(
  context: OperationContext,
  principal: Principal,
  { flowId, view }: { flowId: string; view: 'full' | 'document' | 'summary' },
): Promise<Chatflow> {
  const { flow, version } = await context.db.read(workspaceOf(principal)).flows.getHead(flowId)
  authorizeFlow(principal, flow.type, 'view')
  if (view === 'summary') return shownTo(principal, presentFlowSummary(flow, context.catalogue))
  const document = readStoredDocument(version.document, context.catalogue)
  const shown =
    view === 'document'
      ? { ...presentFlowDocument(flow, document), repairs: version.repairs }
      : presentFlowData(flow, document, context.catalogue)
  return shownTo(principal, shown)
}
