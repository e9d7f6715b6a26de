import { type Principal, workspaceOf } from '@runnel/access'
import {
  findInnerFlows,
  findNamedStores,
  findStoredTools,
  toValidationRows,
  validateFlow,
} from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { readStoredDocument } from './stored-document.ts'

/** What is wrong with a flow, by node, in the reference's form. */
export async function validateStoredFlow(context: OperationContext, principal: Principal, flowId: string) {
  const reader = context.db.read(workspaceOf(principal))
  const { flow, version } = await reader.flows.getHead(flowId)
  authorizeFlow(principal, flow.type, 'view')
  const document = readStoredDocument(version.document, context.catalogue)
  const named = new Set(document.nodes.flatMap((node) => Object.values(node.credentials ?? {})))
  const credentials = await reader.credentials.findIds([...named])
  const tools = await reader.customTools.findIds(findStoredTools(document, context.catalogue.find))
  const flows = await reader.flows.findIds(findInnerFlows(document, context.catalogue.find))
  const stores = await reader.documentStores.findIds(findNamedStores(document, context.catalogue.find))
  const known = { credentials, tools, flows, stores }
  const problems = validateFlow(document, context.catalogue.find, known)
  return toValidationRows(document, problems)
}
