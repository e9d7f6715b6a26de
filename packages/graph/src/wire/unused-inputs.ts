import type { FlowNode, InputDefinition, JsonObject, JsonValue, NodeDefinition } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import type { Report } from './report.ts'

const MOST_NAMED = 10
const LONGEST_NAME = 100
/** What an editor writes where nobody chose anything. */
const NOTHING = ['', '[]', '{}', 'false', 'null']

function isChosen(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false) return false
  return !NOTHING.includes(typeof value === 'object' ? JSON.stringify(value) : String(value).trim())
}

/** The settings of a component that a param chooses stand beside it, under its name and this word. */
const settingsOf = (inputs: readonly InputDefinition[]) =>
  inputs.filter(({ loadConfig }) => loadConfig === true).map(({ name }) => `${name}Config`)

/**
 * Tells what an author chose that a node of this type does not know: it is kept and goes out again, and means nothing
 * here.
 */
export function reportUnusedInputs(
  { id, label }: Pick<FlowNode, 'id' | 'label'>,
  { values, definition }: { values: JsonObject; definition: NodeDefinition },
  report: Report,
): void {
  const { inputs: params, formerInputs = [] } = definition
  const known = new Set([...params.map(({ name }) => name), ...settingsOf(params), ...formerInputs])
  const unused = Object.entries(values).filter(([name, value]) => !known.has(name) && isChosen(value))
  if (unused.length === 0) return
  const names = unused.slice(0, MOST_NAMED).map(([name]) => name.slice(0, LONGEST_NAME))
  const inputs = unused.length > MOST_NAMED ? `${names.join(', ')}, …` : names.join(', ')
  report(makeProblem('repair', 'node_inputs_unused', { nodeId: id, details: { label, inputs } }))
}
