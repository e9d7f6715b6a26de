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

/** Rows of the workspace that params name by their ids. */
const ROWS = ['storedTool', 'mcpServer', 'flow', 'documentStore'] as const

/** A line of a card. */
export interface CardFact {
  text: string
  /** The text stands for this row until its name is known: people know no ids. */
  row?: { kind: (typeof ROWS)[number]; id: string }
}

/** What identifies a node on its card: the chosen components, each by what identifies it, or values of its own. */
export function cardFacts(node: FlowNode, definition: NodeDefinition, find: FindDefinition): CardFact[] {
  const inputs = visibleInputs(node, definition)
  const components = inputs.flatMap((input) => factsOfInput(node, input, find))
  const telling = inputs
    .filter(({ identifies }) => identifies)
    .map((input) => factOfValue(input, node.values[input.name] ?? input.default, definition.label))
  return [...components, ...telling]
    .filter(({ text }) => text !== '')
    .slice(0, MAX_FACTS)
    .map((fact) => ({ ...fact, text: truncateLabel(fact.text, MAX_LENGTH) }))
}

function factOfValue(input: InputDefinition, value: JsonValue | undefined, label: string): CardFact {
  const kind = ROWS.find((each) => each === input.readAs)
  return kind !== undefined && typeof value === 'string' && value !== ''
    ? { text: label, row: { kind, id: idOf(value) } }
    : { text: optionLabel(input, value) }
}

/** Imported flows keep the name of a row behind its id. */
const idOf = (value: string): string => value.split(':', 1)[0] ?? value

function factsOfInput(node: FlowNode, input: InputDefinition, find: FindDefinition): CardFact[] {
  const factOf = (component: JsonValue | undefined, settings: JsonObject = {}): CardFact => {
    if (typeof component !== 'string') return { text: '' }
    const definition = find(component)
    const telling = definition?.inputs.find(({ identifies }) => identifies)
    const label = definition?.label ?? component
    const told = telling && settings[telling.name]
    return typeof told === 'string' && told !== '' && telling
      ? factOfValue({ ...telling, options: undefined }, told, label)
      : { text: label }
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
