import { isJsonObject } from '@runnel/contract'
import { sanitizePublicFlow } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { getPublicFlow } from './get-public-flow.ts'
import { getUploadRules } from './get-upload-rules.ts'
import { parseFlowSettings } from './parse-flow-settings.ts'

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
    flowData: sanitizePublicFlow(document, context.catalogue.find),
    isTTSEnabled,
  }
}
