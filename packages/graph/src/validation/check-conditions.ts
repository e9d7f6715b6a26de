import { findParamReadAs, type JsonObject, type JsonValue, type Problem } from '@runnel/contract'
import { rowsOf } from '../document/rows.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { PROBLEM_TEXTS } from '../problems/problem-texts.ts'
import { REFERENCE_NAMES } from '../reference/reference-names.ts'
import { branchesFromCode } from '../rules/condition-branches.ts'
import type { CheckedNode, ValidationContext } from './validation-context.ts'

/** The texts that the product has always shown, word for word. */
export const CONDITION_ALERTS = {
  condition_no_variable: PROBLEM_TEXTS.condition_no_variable,
  condition_no_output_name: PROBLEM_TEXTS.condition_no_output_name,
  condition_no_operation: PROBLEM_TEXTS.condition_no_operation,
  condition_no_item: PROBLEM_TEXTS.condition_no_item,
  condition_no_return: PROBLEM_TEXTS.condition_no_return,
} as const

type AlertCode = keyof typeof CONDITION_ALERTS

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** What is wrong with the items of a structured condition: one alert at most per kind and item. */
export function conditionItemAlerts(
  items: readonly JsonObject[],
  names: { variable: string; operation: string; output?: string },
): { code: AlertCode; item?: number }[] {
  if (items.length === 0) return [{ code: 'condition_no_item' }]
  return items.flatMap((item, index) => {
    const alerts: { code: AlertCode; item?: number }[] = []
    if (isBlank(item[names.variable])) alerts.push({ code: 'condition_no_variable', item: index })
    if (isBlank(item[names.operation])) alerts.push({ code: 'condition_no_operation', item: index })
    if (names.output !== undefined && isBlank(item[names.output])) {
      alerts.push({ code: 'condition_no_output_name', item: index })
    }
    return alerts
  })
}

/** What is wrong with the code of a condition: it must return texts, which name the branches. */
export function conditionCodeAlerts(code: string): { code: AlertCode }[] {
  return branchesFromCode(code).length > 0 ? [] : [{ code: 'condition_no_return' }]
}

function alert(nodeId: string, code: AlertCode, param: string): Problem {
  return makeProblem('warning', code, { nodeId, param })
}

const AGENT_FIELDS = { variable: 'value1', operation: 'operation' }
const OLDER_FIELDS = { variable: 'variable', operation: 'operation', output: 'output' }

function checkComparisons({ node }: CheckedNode, param: string): Problem[] {
  const rows = rowsOf(node.values[param])
  return conditionItemAlerts(
    rows.map(({ row }) => row),
    AGENT_FIELDS,
  ).map(({ code, item }) =>
    alert(node.id, code, `${param}${item === undefined ? '' : `[${rows[item]?.id ?? item}]`}`),
  )
}

function itemsOf(value: JsonValue | undefined): JsonObject[] {
  const list = typeof value === 'string' ? parseItems(value) : value
  return Array.isArray(list)
    ? list.filter(
        (item): item is JsonObject => typeof item === 'object' && item !== null && !Array.isArray(item),
      )
    : []
}

function parseItems(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function checkOlderCondition({ node, definition }: CheckedNode): Problem[] {
  const param = definition.inputs.find((input) => input.type === 'conditionFunction')
  if (!param) return []
  const { rows, code: codeParam } = REFERENCE_NAMES.olderCondition
  const written = node.values[codeParam]
  if (typeof written === 'string' && written.trim() !== '') {
    return conditionCodeAlerts(written).map(({ code }) => alert(node.id, code, param.name))
  }
  return conditionItemAlerts(itemsOf(node.values[rows]), OLDER_FIELDS).map(({ code, item }) =>
    alert(node.id, code, item === undefined ? param.name : `${param.name}[${item}]`),
  )
}

/** The alerts of condition nodes. */
export function checkConditions({ nodes }: ValidationContext): Problem[] {
  return nodes.flatMap((checked) => {
    const comparisons = findParamReadAs(checked.definition, 'comparisons')
    return comparisons ? checkComparisons(checked, comparisons.name) : checkOlderCondition(checked)
  })
}
