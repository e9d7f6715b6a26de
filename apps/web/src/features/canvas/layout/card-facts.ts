import type {
  FindDefinition,
  FlowNode,
  InputDefinition,
  JsonObject,
  JsonValue,
  NodeDefinition,
} from '@runnel/contract'
import { configOf, rowsOf, visibleInputs } from '@runnel/graph'
import { truncateLabel } from '../../../ui/truncate-label.ts'
import { textOf } from '../../node-form/read-value.ts'

const MAX_FACTS = 3
const MAX_LENGTH = 60
/** Longer than any fact, however much white space stands in it. */
const MOST_READ = 1_000

/** What identifies a node on its card: the chosen components, each by what identifies it, or values of its own. */
export function cardFacts(node: FlowNode, definition: NodeDefinition, find: FindDefinition): string[] {
  const inputs = visibleInputs(node, definition)
  const components = inputs.flatMap((input) => factsOfInput(node, input, find))
  const telling = inputs
    .filter(({ identifies }) => identifies)
    .map((input) => optionLabel(input, node.values[input.name] ?? input.default))
  return [...components, ...telling]
    .filter((fact) => fact !== '')
    .slice(0, MAX_FACTS)
    .map((fact) => truncateLabel(fact, MAX_LENGTH))
}

function factsOfInput(node: FlowNode, input: InputDefinition, find: FindDefinition): string[] {
  const factOf = (component: JsonValue | undefined, settings: JsonObject = {}) => {
    if (typeof component !== 'string') return ''
    const definition = find(component)
    const telling = definition?.inputs.find(({ identifies }) => identifies)
    const told = telling && settings[telling.name]
    return typeof told === 'string' && told !== '' ? told : (definition?.label ?? component)
  }
  if (input.loadConfig) return [factOf(node.values[input.name], configOf(node.values, input.name))]
  const chooser = input.array?.find((field) => field.loadConfig)
  return chooser ? rowsOf(node.values[input.name]).map(({ row }) => factOf(row[chooser.name])) : []
}

function optionLabel(input: InputDefinition, value: JsonValue | undefined): string {
  if (typeof value !== 'string') return ''
  const option = input.options?.find(({ name }) => name === value)
  // Of a long text only the beginning is shown, and only that is looked at.
  return option?.label ?? textOf(value).slice(0, MOST_READ).replace(/\s+/g, ' ').trim()
}
