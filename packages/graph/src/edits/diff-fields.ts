import {
  type DiffStep,
  type ItemChange,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import { isRowList, rowsOf } from '../document/rows.ts'

/** Fields that change as a whole: half of a position says nothing. */
const WHOLE_FIELDS: ReadonlySet<string> = new Set(['position', 'size', 'foreignDefinition'])

type Path = readonly DiffStep[]

function placeChange(path: Path, from: JsonValue | undefined, to: JsonValue | undefined): ItemChange {
  return {
    path: [...path],
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

function isWhole(path: Path): boolean {
  const [field] = path
  return path.length === 1 && typeof field === 'string' && WHOLE_FIELDS.has(field)
}

function diffRows(from: JsonValue[], to: JsonValue[], path: Path): ItemChange[] {
  const before = new Map(rowsOf(from).map(({ id, row }) => [id, row]))
  const after = new Map(rowsOf(to).map(({ id, row }) => [id, row]))
  const ids = new Set([...before.keys(), ...after.keys()])
  const changes = [...ids].flatMap((row) => diffValues(before.get(row), after.get(row), [...path, { row }]))
  const order = { from: [...before.keys()], to: [...after.keys()] }
  return isDeepEqual(order.from, order.to) ? changes : [...changes, { path: [...path], rows: order }]
}

function diffValues(from: JsonValue | undefined, to: JsonValue | undefined, path: Path): ItemChange[] {
  if (from === to) return []
  if (isJsonObject(from) && isJsonObject(to) && !isWhole(path)) return diffFields(from, to, path)
  if (isRowList(from) && isRowList(to)) return diffRows(from, to, path)
  return isDeepEqual(from, to) ? [] : [placeChange(path, from, to)]
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** What changes from one object to another, place by place; rows of lists are compared by their ids. */
export function diffFields(from: JsonObject, to: JsonObject, path: Path = []): ItemChange[] {
  const keys = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...keys].flatMap((key) => diffValues(own(from, key), own(to, key), [...path, key]))
}
