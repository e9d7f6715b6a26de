import { isJsonObject, type JsonObject } from './json-value.ts'

/** What a model thought, and for how many seconds, as the reference tells it of a step and of a message. */
export interface ReasonContent extends JsonObject {
  thinking: string
  thinkingDuration?: number
}

/** Reads what models thought; undefined where nothing is told, or something else stands in its place. */
export function readReasonContent(value: unknown): ReasonContent | undefined {
  if (!isJsonObject(value) || typeof value.thinking !== 'string' || value.thinking === '') return undefined
  const { thinking, thinkingDuration } = value
  return { thinking, ...(typeof thinkingDuration === 'number' && { thinkingDuration }) }
}
