import type { FlowDocument } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { findFlowWorkspace, flowNotFound } from './find-flow-anywhere.ts'
import { readStoredDocument } from './stored-document.ts'

/** The head of a flow that anybody may ask about by its id. @throws RunnelError `not_found` */
export async function getPublicFlow(
  context: OperationContext,
  flowId: string,
): Promise<{ flow: FlowRow; document: FlowDocument }> {
  const workspaceId = await findFlowWorkspace(context, flowId)
  if (workspaceId === undefined) throw flowNotFound(flowId)
  const { flow, version } = await context.db.read(workspaceId).flows.getHead(flowId)
  return { flow, document: readStoredDocument(version.document, context.catalogue) }
}
