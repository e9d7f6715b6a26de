import type { InputDefinition, JsonObject } from '@runnel/contract'
import { textOf } from '../read-value.ts'

/** Under which key of the node's values the chosen tab of a param stands, and which it is. */
export function findActiveTab(
  input: InputDefinition,
  nodeId: string,
  values: JsonObject,
): { key: string; active: string } {
  const key = `${input.tabIdentifier ?? input.name}_${nodeId}`
  return { key, active: textOf(values[key]) || textOf(input.default) || input.tabs?.[0]?.name || '' }
}
