import { isJsonObject } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { parseFlowSettings } from '../flows/parse-flow-settings.ts'

const DEFAULT_MESSAGE = 'Too many requests. Wait a moment and try again.'

/** How often one address may call a flow, and what it is told beyond that. */
export interface FlowRateLimit {
  max: number
  windowSeconds: number
  message: string
}

/** The limit that a flow's author set for callers; undefined when it is off or not whole. */
export function findFlowRateLimit(flow: FlowRow): FlowRateLimit | undefined {
  const { rateLimit } = parseFlowSettings(flow.apiConfig)
  if (!isJsonObject(rateLimit) || rateLimit.status === false) return undefined
  const max = Number(rateLimit.limitMax)
  const windowSeconds = Number(rateLimit.limitDuration)
  if (!(max > 0) || !(windowSeconds > 0)) return undefined
  return { max, windowSeconds, message: String(rateLimit.limitMsg ?? '') || DEFAULT_MESSAGE }
}
