import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { allowsOrigin, parseFlowSettings } from '../flow-rights.ts'

const ORIGIN_MESSAGE = 'This site is not allowed to access this chatbot'

/**
 * Refuses who has not the key that the flow asks for, and pages that its author did not list.
 * @throws RunnelError `unauthenticated`, `origin_not_allowed`
 */
export function checkLock(
  flow: FlowRow,
  { principal, origin }: { principal: Principal; origin?: string | undefined },
): void {
  if (flow.apikeyid !== null && flow.apikeyid !== '') {
    const fits = principal.kind === 'api-key' && principal.keyId === flow.apikeyid
    if (!fits)
      throw new RunnelError('unauthenticated', 'Unauthorized', { body: { error: 'Unauthorized Access' } })
  }
  if (origin === undefined || allowsOrigin(flow, origin)) return
  const { allowedOriginsError } = parseFlowSettings(flow.chatbotConfig)
  const isTold = typeof allowedOriginsError === 'string' && allowedOriginsError !== ''
  throw new RunnelError('origin_not_allowed', isTold ? allowedOriginsError : ORIGIN_MESSAGE)
}
