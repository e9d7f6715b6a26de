import type { FindDefinition, FlowNode, InputDefinition, JsonValue, NodeDefinition } from '@runnel/contract'
import { configOf, rowsOf, visibleInputs } from '@runnel/graph'
import { textOf } from '../../node-form/read-value.ts'

const MAX_FACTS = 3
const MAX_LENGTH = 60
/** Longer than any fact, however much white space stands in it. */
const MOST_READ = 1_000
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
export function cardFacts(node: FlowNode, definition: NodeDefinition, find: FindDefinition): string[] {
  const inputs = visibleInputs(node, definition)
  const components = inputs.flatMap((input) => factsOfInput(node, input, find))
  const telling = TELLING.map((name) => inputs.find((input) => input.name === name))
    .filter((input) => input !== undefined)
    .map((input) => optionLabel(input, node.values[input.name] ?? input.default))
  return [...components, ...telling]
    .filter((fact) => fact !== '')
    .slice(0, MAX_FACTS)
    .map((fact) => (fact.length > MAX_LENGTH ? `${fact.slice(0, MAX_LENGTH)}…` : fact))
}

function factsOfInput(node: FlowNode, input: InputDefinition, find: FindDefinition): string[] {
  const factOf = (component: JsonValue | undefined, model?: JsonValue) => {
    if (typeof model === 'string' && model !== '') return model
    return typeof component === 'string' ? (find(component)?.label ?? component) : ''
  }
  if (input.loadConfig) return [factOf(node.values[input.name], configOf(node.values, input.name).modelName)]
  const chooser = input.array?.find((field) => field.loadConfig)
  return chooser ? rowsOf(node.values[input.name]).map(({ row }) => factOf(row[chooser.name])) : []
}

function optionLabel(input: InputDefinition, value: JsonValue | undefined): string {
  if (typeof value !== 'string') return ''
  const option = input.options?.find(({ name }) => name === value)
  // Of a long text only the beginning is shown, and only that is looked at.
  return option?.label ?? textOf(value).slice(0, MOST_READ).replace(/\s+/g, ' ').trim()
}
