import type { OperationContext } from '../context.ts'
import { isPostProcessed } from '../flow-rights.ts'
import { getPublicFlow } from './get-public-flow.ts'
import { canStream } from './streaming-rule.ts'

/** Whether a flow can stream; public, by its id. */
export async function isFlowStreaming(
  context: OperationContext,
  flowId: string,
): Promise<{ isStreaming: boolean }> {
  const { flow, document } = await getPublicFlow(context, flowId)
  const streams = canStream(flow.type, document, context.catalogue.find)
  return { isStreaming: streams && !isPostProcessed(flow.chatbotConfig) }
}
