import {
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
} from '@runnel/contract'
import { makeProblem, type Report } from './report.ts'

function parseList(text: string): JsonValue[] | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function repairList(
  nodeId: string,
  input: InputDefinition,
  text: string,
): { list?: JsonValue[]; message: string } {
  const list = parseList(text)
  const message = list
    ? `The list "${input.label}" of ${nodeId} was stored as text; it is a list again.`
    : `"${input.label}" of ${nodeId} should be a list, but is a text that is none. Fill it in again.`
  return list ? { list, message } : { message }
}

/**
 * Makes lists again of list params that hold the text of a list. A text that is no list stays as it is and is
 * reported; the empty text means "nothing" and is fine.
 */
export function repairListValues(
  node: { id: string; definition: NodeDefinition },
  inputs: JsonObject,
  report: Report,
): JsonObject {
  let result = inputs
  for (const input of node.definition.inputs) {
    const value = inputs[input.name]
    if (input.type !== 'array' || typeof value !== 'string' || value.trim() === '') continue
    const { list, message } = repairList(node.id, input, value)
    const place = { nodeId: node.id, param: input.name, message }
    report(makeProblem(list ? 'repair' : 'warning', list ? 'param_list_was_text' : 'param_wrong_type', place))
    if (list) result = { ...result, [input.name]: list }
  }
  return result
}

/** The `inputs` of wire data as an object; what is none becomes empty. */
export function readInputs(data: JsonObject): JsonObject {
  return isJsonObject(data.inputs) ? data.inputs : {}
}
