import type { FlowNode, InputDefinition, JsonValue, NodeDefinition } from '@runnel/contract'
import { configOf, rowsOf, visibleInputs } from '@runnel/graph'

const MAX_FACTS = 3
const MAX_LENGTH = 60
/** Names of params that identify a node, most telling first; a type may have any of them. */
const TELLING = [
  'modelName',
  'directReplyMessage',
  'loopBackToNode',
  'startInputType',
  'iterationInput',
  'url',
]

/** What identifies a node on its card: the chosen components with their model, or one telling value. */
export function cardFacts(node: FlowNode, definition: NodeDefinition): string[] {
  const inputs = visibleInputs(node, definition)
  const components = inputs.flatMap((input) => factsOfInput(node, input))
  const telling = TELLING.map((name) => inputs.find((input) => input.name === name))
    .filter((input) => input !== undefined)
    .map((input) => optionLabel(input, node.values[input.name] ?? input.default))
  return [...components, ...telling]
    .filter((fact) => fact !== '')
    .slice(0, MAX_FACTS)
    .map((fact) => (fact.length > MAX_LENGTH ? `${fact.slice(0, MAX_LENGTH)}…` : fact))
}

function factsOfInput(node: FlowNode, input: InputDefinition): string[] {
  if (input.loadConfig)
    return [componentFact(node.values[input.name], configOf(node.values, input.name).modelName)]
  const chooser = input.array?.find((field) => field.loadConfig)
  if (!chooser) return []
  return rowsOf(node.values[input.name]).map(({ row }) => componentFact(row[chooser.name], undefined))
}

function componentFact(component: JsonValue | undefined, model: JsonValue | undefined): string {
  const name = typeof component === 'string' ? component : ''
  return typeof model === 'string' && model !== '' ? model : name
}

function optionLabel(input: InputDefinition, value: JsonValue | undefined): string {
  if (typeof value !== 'string') return ''
  return input.options?.find(({ name }) => name === value)?.label ?? value.replace(/\s+/g, ' ').trim()
}
