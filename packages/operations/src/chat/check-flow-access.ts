import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { allowsOrigin } from '../flows/allowed-origins.ts'
import { parseFlowSettings } from '../flows/parse-flow-settings.ts'

/**
 * Refuses a public call of a flow that asks for a key, or that comes from a page which is not listed.
 * @throws RunnelError `unauthenticated`, `origin_not_allowed`
 */
export function checkFlowAccess(flow: FlowRow, principal: Principal, origin: string | undefined): void {
  if (flow.apikeyid !== null && flow.apikeyid !== '') {
    const fits = principal.kind === 'api-key' && principal.keyId === flow.apikeyid
    if (!fits)
      throw new RunnelError('unauthenticated', 'Unauthorized', { body: { error: 'Unauthorized Access' } })
  }
  if (origin === undefined || allowsOrigin(flow, origin)) return
  const { allowedOriginsError } = parseFlowSettings(flow.chatbotConfig)
  const message =
    typeof allowedOriginsError === 'string' && allowedOriginsError !== ''
      ? allowedOriginsError
      : 'This site is not allowed to access this chatbot'
  throw new RunnelError('origin_not_allowed', message)
}
