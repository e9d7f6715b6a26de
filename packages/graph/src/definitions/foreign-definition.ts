import {
  type InputDefinition,
  inputDefinitionSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeCanvas,
  type NodeDefinition,
  type NodeKind,
  type OutputDefinition,
} from '@runnel/contract'
import { REFERENCE_NAMES } from '../reference/reference-names.ts'

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Splits the types of an anchor: `A | B` at inputs, `A|B` inside handles. */
export function splitTypes(types: string): string[] {
  return types
    .split('|')
    .map((type) => type.trim())
    .filter((type) => type !== '')
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

function readInput(value: JsonValue): InputDefinition[] {
  if (!isJsonObject(value) || typeof value.name !== 'string') return []
  const { name } = value
  const identifies = includes(REFERENCE_NAMES.identifying, name) ? { identifies: true } : {}
  const parsed = inputDefinitionSchema.safeParse(value)
  if (parsed.success) return [{ ...parsed.data, ...identifies }]
  return [{ name, label: text(value.label) ?? name, type: text(value.type) ?? 'string', ...identifies }]
}

/** No type has more inputs or outputs than this; what came beyond it is kept, but not drawn. */
const MAX_PORTS = 500

function readInputs(value: JsonValue | undefined): InputDefinition[] {
  return Array.isArray(value) ? value.slice(0, MAX_PORTS).flatMap(readInput) : []
}

function readOutput(value: JsonValue): OutputDefinition[] {
  if (!isJsonObject(value)) return []
  const name = text(value.name) ?? (typeof value.name === 'number' ? String(value.name) : undefined)
  if (name === undefined) return []
  const ends = name === REFERENCE_NAMES.endingOutput ? { answers: true, streams: false } : {}
  return [
    { name, label: text(value.label) ?? name, baseClasses: splitTypes(text(value.type) ?? ''), ...ends },
  ]
}

function readOutputs(anchors: JsonValue | undefined): OutputDefinition[] | undefined {
  if (!Array.isArray(anchors)) return undefined
  const [first] = anchors
  if (anchors.length === 1 && isJsonObject(first) && Array.isArray(first.options)) {
    return first.options.slice(0, MAX_PORTS).flatMap(readOutput)
  }
  return anchors.length > 1 ? anchors.slice(0, MAX_PORTS).flatMap(readOutput) : undefined
}

const colors: ReadonlyMap<string, string> = new Map(Object.entries(REFERENCE_NAMES.colors))

/** The reference's definitions tell only by their category where a node belongs and whether it answers. */
function placeOf({ name, category }: { name: string; category: string }) {
  const { agentFlows, sequentialAgents, answering, notes } = REFERENCE_NAMES
  const answers = includes(answering, category)
  const canvas: NodeCanvas =
    category === agentFlows ? 'agent' : category === sequentialAgents ? 'sequential' : 'chat'
  const runs: NodeKind = canvas === 'agent' || answers ? 'step' : 'component'
  const kind: NodeKind = name.startsWith(notes) ? 'note' : runs
  return { kind, canvas, ...(answers ? { answers } : {}) }
}

function withControl(input: InputDefinition, canvas: NodeCanvas): InputDefinition {
  const takesControl = canvas === 'sequential' && input.name === REFERENCE_NAMES.sequentialAnchor
  return takesControl ? { ...input, takesControl } : input
}

/**
 * Reads the definition that came inside a node of an unknown type, so that it can be drawn and kept. What is
 * missing or malformed in it becomes the plainest value; it can never be run.
 */
export function readForeignDefinition(name: string, foreign: JsonObject): NodeDefinition {
  const category = text(foreign.category) ?? ''
  const baseClasses = texts(foreign.baseClasses)
  const inputs = [...readInputs(foreign.inputParams), ...readInputs(foreign.inputAnchors)]
  const place = placeOf({ name, category })
  const credential = inputs.find((input) => input.name === 'credential' && input.type === 'credential')
  const outputs = readOutputs(foreign.outputAnchors)
  const color = text(foreign.color) ?? colors.get(category)
  return {
    name,
    label: text(foreign.label) ?? name,
    version: 0,
    type: text(foreign.type) ?? baseClasses[0] ?? name,
    icon: '',
    category,
    description: text(foreign.description) ?? '',
    baseClasses,
    ...place,
    effects: 'write',
    inputs: inputs.filter((input) => input !== credential).map((input) => withControl(input, place.canvas)),
    ...(credential ? { credential } : {}),
    ...(outputs ? { outputs } : {}),
    ...(color === undefined ? {} : { color }),
    ...(foreign.hideInput === true ? { hideInput: true } : {}),
    ...(foreign.hideOutput === true ? { hideOutput: true } : {}),
  }
}
