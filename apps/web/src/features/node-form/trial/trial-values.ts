import {
  type FindDefinition,
  type FlowDocument,
  type FlowNode,
  findValueReadAs,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import { referencesOfText, rowsOf } from '@runnel/graph'
import { textOf } from '../read-value.ts'

/** One value that a function reads while it is tried out. */
export interface TrialValue {
  kind: 'input' | 'variable' | 'state'
  /** The name without its `$`; that of a state value is its key. */
  name: string
  /** What it is where the person writes nothing else. */
  preset: string
  /** The text with references that fills it in a run, where there is one. */
  standsFor?: string
}

/** How the code writes a value; it also tells the values apart. */
export function nameInCode({ kind, name }: TrialValue): string {
  return kind === 'state' ? `$flow.state.${name}` : `$${name}`
}

/** What a function can read: the text that starts the flow, its input variables, and the state of the flow. */
export function listTrialValues(node: FlowNode, document: FlowDocument, find: FindDefinition): TrialValue[] {
  const inputVariables = findValueReadAs(node.values, find(node.type), 'codeVariables')
  const variables = rowsOf(inputVariables).map(({ row }) =>
    toValue('variable', textOf(row.variableName).trim().replace(/^\$/, ''), textOf(row.variableValue)),
  )
  const states = rowsOf(firstState(document, find)).map(({ row }) =>
    toValue('state', textOf(row.key), textOf(row.value)),
  )
  const values = [toValue('input', 'input', ''), ...variables, ...states].filter(({ name }) => name !== '')
  return [...new Map(values.map((value) => [nameInCode(value), value])).values()]
}

function firstState(document: FlowDocument, find: FindDefinition): JsonValue | undefined {
  const start = document.nodes.find(({ type }) => find(type)?.kind === 'trigger')
  return start && findValueReadAs(start.values, find(start.type), 'state')
}

/** The values of a trial, as the API takes them. `written` holds what a person wrote, by name in the code. */
export function trialVariables(
  values: readonly TrialValue[],
  written: Readonly<Record<string, string>>,
): JsonObject {
  const currentOf = (value: TrialValue) => written[nameInCode(value)] ?? value.preset
  const allOf = (kind: TrialValue['kind']): Record<string, string> =>
    Object.fromEntries(
      values.filter((value) => value.kind === kind).map((value) => [value.name, currentOf(value)]),
    )
  const { input = '' } = allOf('input')
  return { input, flow: { input, state: allOf('state') }, ...allOf('variable') }
}

/** A value that is filled by a reference has no value of its own outside of a run. */
function toValue(kind: TrialValue['kind'], name: string, text: string): TrialValue {
  return referencesOfText(text).length > 0
    ? { kind, name, preset: '', standsFor: text }
    : { kind, name, preset: text }
}
