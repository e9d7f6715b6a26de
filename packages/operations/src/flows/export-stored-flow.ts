import { type Principal, workspaceOf } from '@runnel/access'
import type { FlowDocument } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { exportFlow, redactFlow } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { readStoredDocument } from './stored-document.ts'

/** A flow as a file: without secrets, ids of credentials and selection. */
export async function exportStoredFlow(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<Record<string, unknown>> {
  const { flow, file } = await readFlowFile(context, principal, flowId)
  authorizeFlow(principal, flow.type, 'export')
  return file
}

/** A flow as it is saved, and the file of it; who may have them is for the caller to ask. @throws RunnelError `not_found` */
export async function readFlowFile(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<{ flow: FlowRow; document: FlowDocument; file: Record<string, unknown> }> {
  const { flow, version } = await context.db.read(workspaceOf(principal)).flows.getHead(flowId)
  const document = readStoredDocument(version.document, context.catalogue)
  const wire = exportFlow(document, context.catalogue.find)
  const { viewport: _viewport, ...file } = redactFlow(wire, context.catalogue.find)
  return { flow, document, file }
}
