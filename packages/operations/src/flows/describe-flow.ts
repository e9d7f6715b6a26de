import type { Principal } from '@runnel/access'
import { type FlowDocument, isJsonObject, RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { exportFlow, redactFlow, sanitizePublicFlow, toValidationRows, validateFlow } from '@runnel/graph'
import { allowsOrigin, parseFlowSettings } from '../chat/check-flow-access.ts'
import { findFlowWorkspace } from '../chat/find-flow-workspace.ts'
import { canStream } from '../chat/streaming-rule.ts'
import type { OperationContext } from '../context.ts'
import { authorizeFlow, workspaceOf } from './flow-permissions.ts'
import { readStoredDocument } from './stored-document.ts'

/** What is wrong with a flow, by node, in the reference's form. */
export async function validateStoredFlow(context: OperationContext, principal: Principal, flowId: string) {
  const reader = context.db.read(workspaceOf(principal))
  const { flow, version } = await reader.flows.getHead(flowId)
  authorizeFlow(principal, flow.type, 'view')
  const document = readStoredDocument(version.document, context.catalogue)
  const named = new Set(document.nodes.flatMap((node) => Object.values(node.credentials ?? {})))
  const credentials = await reader.credentials.findIds([...named])
  const problems = validateFlow(document, context.catalogue.find, { credentials })
  return toValidationRows(document, problems)
}

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

async function getPublicFlow(
  context: OperationContext,
  flowId: string,
): Promise<{ flow: FlowRow; document: FlowDocument }> {
  const workspaceId = await findFlowWorkspace(context, flowId)
  if (workspaceId === undefined) throw new RunnelError('not_found', `Chatflow ${flowId} not found`)
  const { flow, version } = await context.db.read(workspaceId).flows.getHead(flowId)
  return { flow, document: readStoredDocument(version.document, context.catalogue) }
}

/** True when a page of this origin may call the flow; an unknown flow allows none. */
export async function flowAllowsOrigin(
  context: OperationContext,
  flowId: string,
  origin: string,
): Promise<boolean> {
  const workspaceId = await findFlowWorkspace(context, flowId)
  const flow = workspaceId === undefined ? undefined : await context.db.read(workspaceId).flows.find(flowId)
  return flow !== undefined && allowsOrigin(flow, origin)
}

/** True when a page of this origin may call the flow of the run, and so may follow the run. */
export async function runAllowsOrigin(
  context: OperationContext,
  runId: string,
  origin: string,
): Promise<boolean> {
  const workspaceId = await context.db.system.routes.findWorkspaceOfRun(runId)
  const run = workspaceId === undefined ? undefined : await context.db.read(workspaceId).runs.find(runId)
  return run !== undefined && flowAllowsOrigin(context, run.flowId, origin)
}

/** Whether a flow can stream; public, by its id. */
export async function isFlowStreaming(
  context: OperationContext,
  flowId: string,
): Promise<{ isStreaming: boolean }> {
  const { flow, document } = await getPublicFlow(context, flowId)
  return { isStreaming: canStream(flow, document, context.catalogue.find) }
}

/** Which uploads a flow takes: none until predictions take them, and the rules say so. */
export async function getUploadRules(context: OperationContext, flowId: string) {
  await getPublicFlow(context, flowId)
  return {
    isSpeechToTextEnabled: false,
    isImageUploadAllowed: false,
    isRAGFileUploadAllowed: false,
    imgUploadSizeAndTypes: [],
    fileUploadSizeAndTypes: [],
  }
}

/** How an embedded chat looks and starts: chat settings without the origins, upload rules, and the start form. */
export async function getPublicChatbotConfig(
  context: OperationContext,
  flowId: string,
): Promise<Record<string, unknown>> {
  const { flow, document } = await getPublicFlow(context, flowId)
  const {
    allowedOrigins: _origins,
    allowedOriginsError: _error,
    postProcessing: _code,
    ...shown
  } = parseFlowSettings(flow.chatbotConfig)
  const speech = parseFlowSettings(flow.textToSpeech)
  const isTTSEnabled = Object.values(speech).some(
    (provider) => isJsonObject(provider) && provider.status === true,
  )
  return {
    ...shown,
    uploads: await getUploadRules(context, flowId),
    flowData: sanitizePublicFlow(document),
    isTTSEnabled,
  }
}
