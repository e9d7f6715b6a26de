import type { JsonObject, JsonValue } from './json.ts'
import { isJsonObject } from './json-value.ts'
import { CREDENTIAL_ID_KEY } from './routes/credentials.ts'
import type { HistoryMessage } from './run-input.ts'

/** What a step gave, as far as an executed node shows it. */
interface ShownOutput {
  input?: JsonValue
  output: JsonObject
  history?: HistoryMessage[]
}

/** The part of an executed node's `data` that tells what the step gave, and the flow's state after it. */
export function describeStepData({ input, output, history }: ShownOutput, state?: JsonObject): JsonObject {
  return {
    input: input ?? {},
    output,
    ...(history && history.length > 0 && { chatHistory: history.map(describeMessage) }),
    ...(state && { state }),
  }
}

function describeMessage({ role, content, name, additional }: HistoryMessage): JsonValue {
  return { role, content, ...(name !== undefined && { name }), ...(additional && { additional }) }
}

/**
 * The value without the ids of credentials, at any depth: they are nobody's business outside the workspace. What holds
 * none is given back as it is, and is not to be changed.
 */
export function withoutCredentialIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map(withoutCredentialIds)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  return isJsonObject(value) ? leaveOut(value) : value
}

const isIdOfCredential = (key: string) => key === CREDENTIAL_ID_KEY || key === 'credential'

function leaveOut(fields: JsonObject): JsonObject {
  const keys = Object.keys(fields)
  const left = keys.filter((key) => !isIdOfCredential(key))
  const items = left.map((key) => withoutCredentialIds(fields[key] as JsonValue))
  const isSame =
    left.length === keys.length && items.every((item, index) => item === fields[left[index] ?? ''])
  if (isSame) return fields
  return Object.fromEntries(left.map((key, index) => [key, items[index] as JsonValue]))
}

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
