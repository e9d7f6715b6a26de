import { isJsonObject } from '@runnel/contract'
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

/** True when a flow's answers are post-processed: they can only come whole. */
export function isPostProcessed(chatbotConfig: string | null): boolean {
  const { postProcessing } = parseFlowSettings(chatbotConfig)
  return isJsonObject(postProcessing) && postProcessing.enabled === true
}

const originOf = (text: string): string | undefined => (URL.canParse(text) ? new URL(text).host : undefined)

/** Origins that may call a flow from a browser; empty means any. */
function allowedOrigins(flow: FlowRow): string[] {
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
