import type { Principal } from '@runnel/access'
import { isJsonObject, RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'

/** The chat settings of a flow as an object; a broken text counts as empty. */
export function parseFlowSettings(text: string | null): Record<string, unknown> {
  if (text === null || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

const originOf = (text: string): string | undefined => (URL.canParse(text) ? new URL(text).host : undefined)

/** Origins that may call a flow from a browser; empty means any. */
export function allowedOrigins(flow: FlowRow): string[] {
  const { allowedOrigins } = parseFlowSettings(flow.chatbotConfig)
  if (!Array.isArray(allowedOrigins) || allowedOrigins[0] === '') return []
  return allowedOrigins.filter((origin): origin is string => typeof origin === 'string' && origin !== '')
}

/** True when a browser's page of this origin may call the flow. */
export function allowsOrigin(flow: FlowRow, origin: string): boolean {
  const allowed = allowedOrigins(flow)
  const host = originOf(origin)
  return allowed.length === 0 || (host !== undefined && allowed.some((entry) => originOf(entry) === host))
}

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
