import {
  type FindDefinition,
  type FlowDocument,
  type FlowNode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import { parseFlowSettings } from '../flow-rights.ts'
import { fitOverride, mayBeOverridden } from './fit-override.ts'

/** What a caller may change for one run, and the names of everything that was ignored. */
export interface ResolvedOverrides {
  /** Node id → param → value. */
  values: Record<string, Record<string, JsonValue>>
  variables: Record<string, string>
  ignored: string[]
}

const ALWAYS_UNDERSTOOD = new Set(['sessionId'])
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

interface Scope {
  document: FlowDocument
  find: FindDefinition
  enabledOf: (node: FlowNode) => Set<string>
}

/** Values of one entry by node: for the named ones when it is a map by node id, else for all that enabled it. */
function valuesByNode(scope: Scope, name: string, value: JsonValue): [FlowNode, JsonValue][] {
  if (isJsonObject(value)) {
    const named = scope.document.nodes.filter((node) => Object.hasOwn(value, node.id))
    if (named.length > 0) return named.map((node) => [node, value[node.id] ?? null])
  }
  return scope.document.nodes.filter((node) => scope.enabledOf(node).has(name)).map((node) => [node, value])
}

function applyEntry(scope: Scope, target: ResolvedOverrides, [name, value]: [string, JsonValue]): void {
  let applied = false
  for (const [node, wanted] of valuesByNode(scope, name, value)) {
    const input = scope.find(node.type)?.inputs.find((candidate) => candidate.name === name)
    if (!input || !scope.enabledOf(node).has(name) || !mayBeOverridden(input)) continue
    const fitting = fitOverride(input, wanted)
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

function scopeOf(rules: JsonObject, document: FlowDocument, find: FindDefinition): Scope {
  const nodes = isJsonObject(rules.nodes) ? rules.nodes : {}
  const enabledOf = (node: FlowNode) =>
    enabledNames(Object.hasOwn(nodes, node.label) ? nodes[node.label] : undefined)
  return { document, find, enabledOf }
}

/** Whether the author lets callers set a param of a node, by any of these names. */
export function isOpenToCallers(
  apiConfig: string | null,
  { document, nodeId, names }: { document: FlowDocument; nodeId: string; names: readonly string[] },
): boolean {
  const node = document.nodes.find(({ id }) => id === nodeId)
  const enabled = node && scopeOf(readRules(apiConfig), document, () => undefined).enabledOf(node)
  return names.some((name) => enabled?.has(name))
}

function readRules(apiConfig: string | null): JsonObject {
  const settings = parseFlowSettings(apiConfig).overrideConfig
  return isJsonObject(settings) && settings.status === true ? settings : {}
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
  const target: ResolvedOverrides = { values: {}, variables: {}, ignored: [] }
  const rules = readRules(flow.apiConfig)
  const scope = scopeOf(rules, flow.document, find)
  for (const [name, value] of Object.entries(overrideConfig ?? {})) {
    if (ALWAYS_UNDERSTOOD.has(name)) continue
    if (name === 'vars') resolveVariables(enabledNames(rules.variables), value, target)
    else applyEntry(scope, target, [name, value])
  }
  return target
}
