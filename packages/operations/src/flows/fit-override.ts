import { type InputDefinition, isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** Types that no caller may set, whatever a definition or an author says (`docs/compatibility.md`). */
const NEVER = new Set(['credential', 'code', 'file', 'folder', 'password', 'url', 'addresses', 'datagrid'])

/**
 * Whether a caller may set this param where its author enabled it: its definition says so, and it chooses no component.
 * The credential in a component's settings belongs to the vendor that the author chose.
 */
export function mayBeOverridden({ type, overridable, loadConfig }: InputDefinition): boolean {
  return overridable === true && loadConfig !== true && !NEVER.has(type)
}

/** A field of a row that a caller may fill: no choice of a component, nothing that is filled after the run. */
function mayBeGivenInRow(field: InputDefinition): boolean {
  const chooses = field.type.startsWith('async') || field.loadConfig === true
  return !NEVER.has(field.type) && !chooses && field.acceptNodeOutputAsVariable !== true
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

function parseObject(value: JsonValue): JsonObject | undefined {
  if (typeof value !== 'string') return isJsonObject(value) ? value : undefined
  try {
    const parsed: JsonValue = JSON.parse(value)
    return isJsonObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** A row whose cells are all declared and fit. Some rows declare one field several times, once for each type. */
function fitRow(fields: readonly InputDefinition[], row: JsonValue): JsonObject | undefined {
  if (!isJsonObject(row)) return undefined
  const cells = Object.entries(row).map(([name, cell]): [string, JsonValue | undefined] => [
    name,
    fields
      .filter((field) => field.name === name && mayBeGivenInRow(field))
      .map((field) => fitOverride(field, cell))
      .find((fitting) => fitting !== undefined),
  ])
  return cells.every((cell): cell is [string, JsonValue] => cell[1] !== undefined)
    ? Object.fromEntries(cells)
    : undefined
}

/** Rows of a list param. State may also come as an object of keys and values. */
function fitRows(
  { readAs, array: fields = [] }: InputDefinition,
  value: JsonValue,
): JsonObject[] | undefined {
  if (readAs === 'state') return stateRows(value)
  if (!Array.isArray(value)) return undefined
  const rows = value.map((row) => fitRow(fields, row)).filter((row) => row !== undefined)
  return rows.length === value.length ? rows : undefined
}

function stateRows(value: JsonValue): JsonObject[] | undefined {
  if (isJsonObject(value)) return Object.entries(value).map(([key, inner]) => ({ key, value: inner }))
  if (!Array.isArray(value)) return undefined
  const rows = value.filter(isJsonObject)
  if (rows.length < value.length) return undefined
  return rows.map((row) => ({ key: String(row.key ?? ''), value: row.value ?? '' }))
}

/** A caller's value as the param's type wants it; undefined when it does not fit. */
export function fitOverride(input: InputDefinition, value: JsonValue): JsonValue | undefined {
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
    case 'json':
      return parseObject(value)
    case 'array':
      return fitRows(input, value)
    default:
      return typeof value === 'string' ? value : undefined
  }
}
