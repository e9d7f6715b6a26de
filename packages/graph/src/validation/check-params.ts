import {
  type FindDefinition,
  findValueReadAs,
  type InputDefinition,
  isParam,
  type JsonObject,
  type JsonValue,
  type Problem,
} from '@runnel/contract'
import { hasRows, rowsOf } from '../document/rows.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { configOf, isInputVisible, type VisibilityScope } from '../rules/visibility.ts'
import type { ValidationContext } from './validation-context.ts'

const EMPTY_RICH_TEXT = /^(?:<p>(?:\s|<br>)*<\/p>\s*)+$/

function isMissing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'string' && (value.trim() === '' || EMPTY_RICH_TEXT.test(value))
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return isMissing(value) || (Array.isArray(value) && value.length === 0)
}

interface Place {
  nodeId: string
  /** Path in front of the names of the inputs, with its dot. */
  prefix: string
  find: FindDefinition
}

function missing(input: InputDefinition, { nodeId, prefix }: Place): Problem {
  const param = `${prefix}${input.name}`
  return makeProblem('warning', 'param_missing', {
    nodeId,
    param,
    details: { label: input.label || input.name },
  })
}

function comesLater({ label, name }: InputDefinition, choice: string, { nodeId, prefix }: Place): Problem {
  const param = `${prefix}${name}`
  return makeProblem('warning', 'choice_comes_later', { nodeId, param, details: { label, choice } })
}

/** Rows beyond this many are not looked at: nobody reads that many findings. */
const MAX_ROWS = 1000

function checkRows(input: InputDefinition, scope: VisibilityScope, place: Place): Problem[] {
  return rowsOf(scope.values[input.name])
    .slice(0, MAX_ROWS)
    .flatMap(({ id, row }) => {
      const rowPlace = { ...place, prefix: `${place.prefix}${input.name}[${id}].` }
      const visible = (input.array ?? []).filter((field) => isInputVisible(field, { ...scope, row: id }))
      return checkInputs(visible, { scope, values: row }, rowPlace)
    })
}

function checkSettings(input: InputDefinition, values: JsonObject, place: Place): Problem[] {
  const chosen = values[input.name]
  const component = typeof chosen === 'string' ? place.find(chosen) : undefined
  if (!component) return []
  const settings = configOf(values, input.name)
  const scope = { values: settings, inputs: component.inputs }
  const visible = component.inputs.filter((field) => isParam(field) && isInputVisible(field, scope))
  return checkInputs(
    visible,
    { scope, values: settings },
    { ...place, prefix: `${place.prefix}${input.name}Config.` },
  )
}

function checkInput(
  input: InputDefinition,
  { scope, values }: { scope: VisibilityScope; values: JsonObject },
  place: Place,
): Problem[] {
  const value = Object.hasOwn(values, input.name) ? values[input.name] : input.default
  const isEmpty = hasRows(input) ? isEmptyList(value) : isMissing(value)
  if (isEmpty) return input.optional === true ? [] : [missing(input, place)]
  if (hasRows(input) && scope.values === values) return checkRows(input, scope, place)
  const later = input.options?.find((option) => option.comesLater === true && option.name === value)
  if (later) return [comesLater(input, later.label, place)]
  return input.loadConfig === true ? checkSettings(input, values, place) : []
}

function checkInputs(
  inputs: readonly InputDefinition[],
  target: { scope: VisibilityScope; values: JsonObject },
  place: Place,
): Problem[] {
  return inputs.flatMap((input) => checkInput(input, target, place))
}

function isAnchorMissing(context: ValidationContext, nodeId: string, input: InputDefinition): boolean {
  const edges = context.index.edgesTo.get(nodeId) ?? []
  return input.optional !== true && !edges.some((edge) => edge.targetAnchor === input.name)
}

/** Whether files of a chat are read by this node, for what it is connected to: it needs none of its own then. */
function readsFilesOfChats({ index, find }: ValidationContext, nodeId: string): boolean {
  return (index.edgesFrom.get(nodeId) ?? []).some(({ target }) => {
    const node = index.nodes.get(target)
    return node !== undefined && findValueReadAs(node.values, find(node.type), 'chatFiles') === true
  })
}

/** Params and anchors that are shown, needed and empty: of nodes, of rows, and of the settings of components. */
export function checkParams(context: ValidationContext): Problem[] {
  return context.nodes.flatMap(({ node, definition }) => {
    if (!context.find(node.type)) return []
    const scope = { values: node.values, inputs: definition.inputs }
    const visible = definition.inputs.filter((input) => isInputVisible(input, scope))
    const place = { nodeId: node.id, prefix: '', find: context.find }
    const isGiven = readsFilesOfChats(context, node.id)
    const params = visible.filter((input) => isParam(input) && !(isGiven && input.type === 'file'))
    const anchors = visible.filter((input) => !isParam(input) && isAnchorMissing(context, node.id, input))
    return [
      ...anchors
        .filter((input) => isEmptyList(node.values[input.name]))
        .map((input) => missing(input, place)),
      ...checkInputs(params, { scope, values: node.values }, place),
    ]
  })
}
