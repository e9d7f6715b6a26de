import {
  type FindDefinition,
  type FlowDocument,
  type FlowNode,
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import { parseFlowSettings } from './check-flow-access.ts'

/** What a caller may change for one run, and the names of everything that was ignored. */
export interface ResolvedOverrides {
  /** Node id → param → value. */
  values: Record<string, Record<string, JsonValue>>
  variables: Record<string, string>
  startState: JsonObject
  ignored: string[]
}

const ALWAYS_UNDERSTOOD = new Set(['sessionId'])
/** Types of params that no caller may set, whatever the author enabled (`docs/compatibility.md`). */
const NEVER = new Set([
  'credential',
  'code',
  'file',
  'folder',
  'password',
  'url',
  'array',
  'datagrid',
  'json',
])
const NEVER_NAMED = /^(basepath|base_?url|baseOptions|endpoint.*|proxy.*|tools|mcp.*|.*Tools)$/i

interface EnabledParam {
  name: string
  enabled: boolean
}

function enabledNames(entries: unknown): Set<string> {
  if (!Array.isArray(entries)) return new Set()
  const enabled = entries.filter(
    (entry): entry is EnabledParam =>
      isJsonObject(entry) && entry.enabled === true && typeof entry.name === 'string',
  )
  return new Set(enabled.map((entry) => entry.name))
}

const isNumeric = (value: JsonValue): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

const booleans = new Map<JsonValue, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])

const isTextList = (value: JsonValue): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The value as the param's type wants it; undefined when it does not fit. */
function fitType(input: InputDefinition, value: JsonValue): JsonValue | undefined {
  switch (input.type) {
    case 'number':
      return isNumeric(value) ? Number(value) : undefined
    case 'boolean':
      return booleans.get(value)
    case 'multiOptions':
    case 'asyncMultiOptions':
      return isTextList(value) ? value : undefined
    case 'options':
      return input.options?.some((option) => option.name === value) === true ? value : undefined
    default:
      return typeof value === 'string' ? value : undefined
  }
}

interface Scope {
  document: FlowDocument
  find: FindDefinition
  enabledOf: (node: FlowNode) => Set<string>
}

/** Values of one entry by node: for all nodes that enabled it, or for the named ones. */
function valuesByNode(scope: Scope, name: string, value: JsonValue): [FlowNode, JsonValue][] {
  if (isJsonObject(value)) {
    return scope.document.nodes.flatMap((node) =>
      Object.hasOwn(value, node.id) ? [[node, value[node.id] ?? null] as [FlowNode, JsonValue]] : [],
    )
  }
  return scope.document.nodes.filter((node) => scope.enabledOf(node).has(name)).map((node) => [node, value])
}

function applyEntry(scope: Scope, target: ResolvedOverrides, [name, value]: [string, JsonValue]): void {
  let applied = false
  for (const [node, wanted] of valuesByNode(scope, name, value)) {
    const input = scope.find(node.type)?.inputs.find((candidate) => candidate.name === name)
    if (!input || !scope.enabledOf(node).has(name) || NEVER.has(input.type) || NEVER_NAMED.test(name))
      continue
    const fitting = fitType(input, wanted)
    if (fitting === undefined) continue
    target.values[node.id] = { ...target.values[node.id], [name]: fitting }
    applied = true
  }
  if (!applied) target.ignored.push(`overrideConfig.${name}`)
}

function resolveVariables(enabled: Set<string>, vars: JsonValue, target: ResolvedOverrides): void {
  if (!isJsonObject(vars)) {
    target.ignored.push('overrideConfig.vars')
    return
  }
  for (const [name, value] of Object.entries(vars)) {
    if (enabled.has(name) && typeof value !== 'object') target.variables[name] = String(value)
    else target.ignored.push(`overrideConfig.vars.${name}`)
  }
}

function startStateOf(value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value
  if (!Array.isArray(value)) return {}
  return Object.fromEntries(value.filter(isJsonObject).map((row) => [String(row.key ?? ''), row.value ?? '']))
}

function scopeOf(rules: JsonObject, document: FlowDocument, find: FindDefinition): Scope {
  const nodes = isJsonObject(rules.nodes) ? rules.nodes : {}
  const enabledOf = (node: FlowNode) =>
    enabledNames(Object.hasOwn(nodes, node.label) ? nodes[node.label] : undefined)
  return { document, find, enabledOf }
}

/**
 * What of an `overrideConfig` takes effect: only params that the author enabled for that node (by its label), of the
 * declared type, and never a URL, credential, tool list or code. Everything else is ignored and named.
 */
export function resolveOverrides(
  overrideConfig: JsonObject | undefined,
  flow: { apiConfig: string | null; document: FlowDocument },
  find: FindDefinition,
): ResolvedOverrides {
  const target: ResolvedOverrides = { values: {}, variables: {}, startState: {}, ignored: [] }
  const settings = parseFlowSettings(flow.apiConfig).overrideConfig
  const rules: JsonObject = isJsonObject(settings) && settings.status === true ? settings : {}
  const scope = scopeOf(rules, flow.document, find)
  const takesState = flow.document.nodes.some((node) => scope.enabledOf(node).has('startState'))
  for (const [name, value] of Object.entries(overrideConfig ?? {})) {
    if (ALWAYS_UNDERSTOOD.has(name)) continue
    if (name === 'vars') resolveVariables(enabledNames(rules.variables), value, target)
    else if (name === 'startState' && takesState) target.startState = startStateOf(value)
    else applyEntry(scope, target, [name, value])
  }
  return target
}
