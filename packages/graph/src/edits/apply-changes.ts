import {
  type DiffStep,
  type ItemChange,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ROW_ID,
} from '@runnel/contract'

type MakeValue = (current: JsonValue | undefined) => JsonValue | undefined

function rowIdOf(value: JsonValue): string | undefined {
  const id = isJsonObject(value) ? value[ROW_ID] : undefined
  return typeof id === 'string' ? id : undefined
}

function changeRow(list: JsonValue[], row: string, make: MakeValue): JsonValue[] {
  const index = list.findIndex((item) => rowIdOf(item) === row)
  const before = index < 0 ? undefined : list[index]
  const after = make(before)
  if (after === before) return list
  if (after === undefined) return list.toSpliced(index, 1)
  return index < 0 ? [...list, after] : list.with(index, after)
}

function changeKey(object: JsonObject, key: string, make: MakeValue): JsonObject {
  const before = Object.hasOwn(object, key) ? object[key] : undefined
  const after = make(before)
  if (after === before) return object
  if (after !== undefined) return { ...object, [key]: after }
  const { [key]: _gone, ...rest } = object
  return rest
}

/** A path that leads nowhere changes nothing. */
function changeAt(
  current: JsonValue | undefined,
  path: readonly DiffStep[],
  make: MakeValue,
): JsonValue | undefined {
  const [step, ...rest] = path
  if (step === undefined) return make(current)
  const inner: MakeValue = (value) => changeAt(value, rest, make)
  if (typeof step === 'string') return isJsonObject(current) ? changeKey(current, step, inner) : current
  return Array.isArray(current) ? changeRow(current, step.row, inner) : current
}

/** Rows in the order of these ids; one that the order does not name stays behind the one that it stood behind. */
function orderRows(list: JsonValue[], order: readonly string[]): JsonValue[] {
  const places = new Map(order.map((id, place) => [id, place]))
  let last = -1
  const placed = list.map((item, index) => {
    last = places.get(rowIdOf(item) ?? '') ?? last
    return { item, index, place: last }
  })
  const ordered = placed.toSorted((a, b) => a.place - b.place || a.index - b.index).map(({ item }) => item)
  return ordered.every((item, index) => item === list[index]) ? list : ordered
}

function applyChange(object: JsonObject, change: ItemChange): JsonObject {
  const make: MakeValue =
    'rows' in change
      ? (current) => (Array.isArray(current) ? orderRows(current, change.rows.to) : current)
      : () => change.to
  const changed = changeAt(object, change.path, make)
  return isJsonObject(changed) ? changed : object
}

/** The object after these changes; what they do not touch is the same as before. */
export function applyChanges(object: JsonObject, changes: readonly ItemChange[]): JsonObject {
  return changes.reduce(applyChange, object)
}

/** The changes that take these back. */
export function reverseChanges(changes: readonly ItemChange[]): ItemChange[] {
  return changes.map((change) => {
    const { path } = change
    if ('rows' in change) return { path, rows: { from: change.rows.to, to: change.rows.from } }
    const { from, to } = change
    return { path, ...(to === undefined ? {} : { from: to }), ...(from === undefined ? {} : { to: from }) }
  })
}

/** The value at a path; undefined where nothing is. */
export function valueAt(object: JsonObject, path: readonly DiffStep[]): JsonValue | undefined {
  let value: JsonValue | undefined = object
  for (const step of path) {
    if (typeof step !== 'string') {
      value = Array.isArray(value) ? value.find((item) => rowIdOf(item) === step.row) : undefined
    } else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}
