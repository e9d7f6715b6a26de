import {
  type FlowNode,
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  type VisibilityRule,
} from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import { findAtPath } from '../document/value-path.ts'
import { matchesPattern } from './match-pattern.ts'

/**
 * What rules are read against: the values of a node (or of a selected component's settings), the definitions that
 * tell the default of a value that is missing, and the row for `$index`.
 */
export interface VisibilityScope {
  values: JsonObject
  inputs: readonly InputDefinition[]
  row?: string | number
}

function parseListText(text: string): JsonValue[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined
  try {
    const list: JsonValue = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

function readValue(path: string, scope: VisibilityScope): JsonValue {
  const resolved = path.replaceAll('$index', String(scope.row ?? 0))
  const value = findAtPath(scope.values, resolved)
  if (value !== undefined) return typeof value === 'string' ? (parseListText(value) ?? value) : value
  return scope.inputs.find((input) => input.name === resolved)?.default ?? ''
}

function matchesScalar(rule: JsonValue, value: JsonValue): boolean {
  if (typeof rule === 'string') return typeof value === 'string' && matchesPattern(rule, value)
  if (typeof rule === 'number') {
    return value === rule || (typeof value === 'string' && value.trim() !== '' && Number(value) === rule)
  }
  return isDeepEqual(rule, value)
}

/**
 * True when a value fits a rule: a list of rules when any fits, a list of values when any of them fits; strings
 * by equality or pattern, booleans strictly, numbers also when they are stored as text, objects by content.
 */
export function matchesRule(rule: JsonValue, value: JsonValue): boolean {
  if (Array.isArray(rule)) {
    return isDeepEqual(rule, value) || rule.some((item) => !Array.isArray(item) && matchesRule(item, value))
  }
  if (Array.isArray(value)) return value.some((item) => !Array.isArray(item) && matchesScalar(rule, item))
  return matchesScalar(rule, value)
}

function matchesAll(rules: VisibilityRule, scope: VisibilityScope): boolean {
  return Object.entries(rules).every(([path, rule]) => matchesRule(rule, readValue(path, scope)))
}

function matchesAny(rules: VisibilityRule, scope: VisibilityScope): boolean {
  return Object.entries(rules).some(([path, rule]) => matchesRule(rule, readValue(path, scope)))
}

/**
 * Whether one input is shown: every show rule must match, no hide rule may. Inputs without rules are shown,
 * those with `display: false` never.
 */
export function isInputVisible(input: InputDefinition, scope: VisibilityScope): boolean {
  if (input.display === false) return false
  if (input.show && !matchesAll(input.show, scope)) return false
  return !(input.hide && matchesAny(input.hide, scope))
}

/** The inputs of a node that are shown with its values, in order. */
export function visibleInputs(
  node: Pick<FlowNode, 'values'>,
  definition: Pick<NodeDefinition, 'inputs'>,
): InputDefinition[] {
  const scope = { values: node.values, inputs: definition.inputs }
  return definition.inputs.filter((input) => isInputVisible(input, scope))
}

/**
 * The fields that are shown in one row of a list param; `row` is its row id or index. Rules name paths from the
 * node's values, with `$index` for the row.
 */
export function visibleFields(
  scope: VisibilityScope & { row: string | number },
  fields: readonly InputDefinition[],
): InputDefinition[] {
  return fields.filter((field) => isInputVisible(field, scope))
}

/** The settings of a selected component as values; empty when there are none. */
export function configOf(values: JsonObject, param: string): JsonObject {
  const config = values[`${param}Config`]
  return isJsonObject(config) ? config : {}
}
