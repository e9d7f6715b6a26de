import { isJsonObject, type JsonObject, type JsonValue, ROW_ID, RunnelError } from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import { fillRowIds, nextRowId } from '../document/rows.ts'
import { findAtPath, indexOfRow, setAtPath } from '../document/value-path.ts'

/**
 * One change of a node's values. Paths name rows by their ids (`conditions[r0].value1`). `set` without a value
 * removes it. Choosing another component takes the settings of the old one away.
 */
export type ValueChange =
  | { kind: 'set'; path: string; value?: JsonValue }
  | { kind: 'add-row'; path: string; row?: JsonObject; index?: number }
  | { kind: 'remove-row'; path: string }
  | { kind: 'move-row'; path: string; index: number }

function splitRowPath(path: string): { list: string; row: string } {
  const [, list, row] = /^(.*)\[([^[\]]*)\]$/.exec(path) ?? []
  if (list === undefined || row === undefined) {
    throw new RunnelError('invalid_input', `"${path}" names no row. Give a path such as conditions[r0].`)
  }
  return { list, row }
}

function listAt(values: JsonObject, path: string): JsonValue[] {
  const list = findAtPath(values, path)
  return Array.isArray(list) ? list : []
}

function isListOfRows(value: JsonValue | undefined): value is JsonValue[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
}

function setValue(values: JsonObject, path: string, value: JsonValue | undefined): JsonObject {
  const before = findAtPath(values, path)
  const next = setAtPath(values, path, isListOfRows(value) ? fillRowIds(value) : value)
  const isOther = !isDeepEqual(before, value)
  const hasSettings = isJsonObject(findAtPath(values, `${path}Config`))
  return isOther && hasSettings ? setAtPath(next, `${path}Config`, undefined) : next
}

function addRow(values: JsonObject, change: Extract<ValueChange, { kind: 'add-row' }>): JsonObject {
  const list = listAt(values, change.path)
  const row: JsonObject = { ...change.row, [ROW_ID]: nextRowId(list) }
  return setAtPath(values, change.path, list.toSpliced(change.index ?? list.length, 0, row))
}

function removeRow(values: JsonObject, path: string): JsonObject {
  const { list: listPath, row } = splitRowPath(path)
  const list = listAt(values, listPath)
  const index = indexOfRow(list, row)
  return index < 0 ? values : setAtPath(values, listPath, list.toSpliced(index, 1))
}

function moveRow(values: JsonObject, path: string, to: number): JsonObject {
  const { list: listPath, row } = splitRowPath(path)
  const list = listAt(values, listPath)
  const index = indexOfRow(list, row)
  const item = list[index]
  if (item === undefined) return values
  return setAtPath(values, listPath, list.toSpliced(index, 1).toSpliced(to, 0, item))
}

/** The values after one change. A path to a row that is not there changes nothing. */
export function changeValue(values: JsonObject, change: ValueChange): JsonObject {
  switch (change.kind) {
    case 'set':
      return setValue(values, change.path, change.value)
    case 'add-row':
      return addRow(values, change)
    case 'remove-row':
      return removeRow(values, change.path)
    case 'move-row':
      return moveRow(values, change.path, change.index)
    default:
      return change satisfies never
  }
}
