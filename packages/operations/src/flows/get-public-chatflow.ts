import type { Principal } from '@runnel/access'
import { type Chatflow, isoTime, RunnelError } from '@runnel/contract'
import { sanitizePublicFlow } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { mayOnFlows } from '../flow-rights.ts'
import { getFlow } from './get-flow.ts'
import { shownSettings } from './get-public-chatbot-config.ts'
import { getPublicFlow } from './get-public-flow.ts'

/**
 * A flow that its author opened: how it starts and looks, and nothing of what is in it. Who may see it in its workspace gets
 * it whole. @throws RunnelError `not_found`, `unauthenticated` for others
 */
export async function getPublicChatflow(context: OperationContext, principal: Principal, flowId: string) {
  const { flow, document } = await getPublicFlow(context, flowId)
  const isMember = principal.kind === 'user' || principal.kind === 'api-key'
  if (isMember && principal.workspaceId === flow.workspaceId && mayOnFlows(principal, flow.type, 'view'))
    return getFlow(context, principal, { flowId, view: 'full' }) satisfies Promise<Chatflow>
  if (!flow.isPublic) throw new RunnelError('unauthenticated', 'Unauthorized')
  return {
    id: flow.id,
    name: flow.name,
    type: flow.type,
    isPublic: true as const,
    chatbotConfig: JSON.stringify(shownSettings(flow)),
    flowData: sanitizePublicFlow(document, context.catalogue.find),
    createdDate: isoTime(flow.createdAt),
    updatedDate: isoTime(flow.updatedAt),
  }
}
