import type { JsonObject, JsonValue } from './json.ts'
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
