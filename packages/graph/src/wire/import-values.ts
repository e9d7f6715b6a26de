import {
  type FlowNode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
} from '@runnel/contract'
import { holdsSecret } from '../document/looks-secret.ts'
import { walkStrings } from '../document/walk-strings.ts'
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

const MENTION_MARK = 'data-type="mention"'

function reportSecret(nodeId: string, param: string, report: Report): void {
  report(makeProblem('warning', 'secret_in_value', { nodeId, param, details: { param } }))
}

/** Reports strings that look like secrets, and params whose rich text mentions variables. */
export function inspectValues(node: FlowNode, report: Report): void {
  const mentioned = new Set<string>()
  walkStrings(node.values, (text, param) => {
    if (holdsSecret(text)) reportSecret(node.id, param, report)
    if (text.includes(MENTION_MARK)) mentioned.add(param)
  })
  const extra: JsonObject = node.extra ?? {}
  walkStrings(extra, (text, param) => {
    if (holdsSecret(text)) reportSecret(node.id, param, report)
  })
  for (const param of mentioned) {
    report(makeProblem('repair', 'mention_span', { nodeId: node.id, param, details: { param } }))
  }
}
