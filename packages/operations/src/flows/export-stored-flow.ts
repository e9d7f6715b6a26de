import { type Principal, workspaceOf } from '@runnel/access'
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
  const { flow, version } = await context.db.read(workspaceOf(principal)).flows.getHead(flowId)
  authorizeFlow(principal, flow.type, 'export')
  const wire = exportFlow(readStoredDocument(version.document, context.catalogue), context.catalogue.find)
  const { viewport: _viewport, ...file } = redactFlow(wire, context.catalogue.find)
  return file
}
