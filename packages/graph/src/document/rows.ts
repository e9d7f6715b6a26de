import {
  type FindDefinition,
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ROW_ID,
} from '@runnel/contract'

/** True for params whose value is a list of rows. */
export function hasRows(input: Pick<InputDefinition, 'type' | 'array'>): boolean {
  return input.type === 'array' || input.type === 'datagrid'
}

/** The next free row id of a list: `r` and a number above every number in use. */
export function nextRowId(list: readonly JsonValue[]): string {
  let next = 0
  for (const row of list) {
    const id = isJsonObject(row) ? row[ROW_ID] : undefined
    const number = typeof id === 'string' ? /^r(\d{1,9})$/.exec(id)?.[1] : undefined
    if (number !== undefined) next = Math.max(next, Number(number) + 1)
  }
  return `r${next}`
}

/** The rows of a list param: its objects that carry a row id, in order. */
export function rowsOf(value: JsonValue | undefined): { id: string; row: JsonObject }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((row) => {
    const id = isJsonObject(row) ? row[ROW_ID] : undefined
    return isJsonObject(row) && typeof id === 'string' ? [{ id, row }] : []
  })
}

/** True for a list that consists of rows, each with an id of its own. */
export function isRowList(value: JsonValue | undefined): value is JsonValue[] {
  if (!Array.isArray(value) || value.length === 0) return false
  const rows = rowsOf(value)
  return rows.length === value.length && new Set(rows.map(({ id }) => id)).size === rows.length
}

/** Gives every object of a list, and of the lists inside its rows, a row id by its place: `r0`, `r1` … */
export function withRowIds(
  list: JsonValue[],
  fields: readonly InputDefinition[],
  find?: FindDefinition,
): JsonValue[] {
  return list.map((row, index) => {
    if (!isJsonObject(row)) return row
    const { [ROW_ID]: _old, ...cells } = row
    return { [ROW_ID]: `r${index}`, ...withRowIdsInValues(cells, fields, find) }
  })
}

function valueWithRowIds(
  values: JsonObject,
  input: InputDefinition,
  find: FindDefinition | undefined,
): JsonObject {
  const value = values[input.name]
  if (hasRows(input) && Array.isArray(value)) {
    return { [input.name]: withRowIds(value, input.array ?? [], find) }
  }
  const config = values[`${input.name}Config`]
  const component = input.loadConfig === true && typeof value === 'string' ? find?.(value) : undefined
  if (!component || !isJsonObject(config)) return {}
  return { [`${input.name}Config`]: withRowIdsInValues(config, component.inputs, find) }
}

/**
 * Gives the rows of every list param of an object of values their ids; with `find` also inside the settings of
 * selected components.
 */
export function withRowIdsInValues(
  values: JsonObject,
  inputs: readonly InputDefinition[],
  find?: FindDefinition,
): JsonObject {
  return Object.assign({ ...values }, ...inputs.map((input) => valueWithRowIds(values, input, find)))
}

/** Gives those objects of a list that have no row id yet a free one; rows that have one keep it. */
export function fillRowIds(list: readonly JsonValue[]): JsonValue[] {
  const filled: JsonValue[] = [...list]
  for (const [index, row] of filled.entries()) {
    if (isJsonObject(row) && typeof row[ROW_ID] !== 'string') {
      filled[index] = { [ROW_ID]: nextRowId(filled), ...row }
    }
  }
  return filled
}

/** Takes the row ids out of a value at any depth: what nodes and the wire see. */
export function withoutRowIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutRowIds)
  if (!isJsonObject(value)) return value
  const cells = Object.entries(value).filter(([key]) => key !== ROW_ID)
  return Object.fromEntries(cells.map(([key, item]): [string, JsonValue] => [key, withoutRowIds(item)]))
}
