import { isJsonObject, type JsonObject, type JsonValue, type NodeDefinition } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import type { Report } from './report.ts'

function parseList(text: string): JsonValue[] | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
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
    const list = parseList(value)
    const finding = { nodeId: node.id, param: input.name, details: { label: input.label } }
    if (list) report(makeProblem('repair', 'param_list_was_text', finding))
    else report(makeProblem('warning', 'param_wrong_type', finding))
    if (list) result = { ...result, [input.name]: list }
  }
  return result
}

/** The `inputs` of wire data as an object; what is none becomes empty. */
export function readInputs(data: JsonObject): JsonObject {
  return isJsonObject(data.inputs) ? data.inputs : {}
}
