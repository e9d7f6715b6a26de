import { isJsonObject, type JsonObject, type JsonValue, ROW_ID } from '@runnel/contract'

/** One step into a value: a key of an object, or a row of a list (by its row id, else by its index). */
export type PathSegment = { key: string } | { row: string }

/** Splits a param path such as `conditions[r0].value1`. Keys hold neither dots nor brackets. */
function parseValuePath(path: string): PathSegment[] {
  const segments: PathSegment[] = []
  for (const match of path.matchAll(/\[([^[\]]*)\]|([^.[\]]+)/g)) {
    const [, row, key] = match
    if (row !== undefined) segments.push({ row })
    else if (key !== undefined) segments.push({ key })
  }
  return segments
}

/** Place of a row in a list: by row id, else by index; -1 when there is none. */
export function indexOfRow(list: readonly JsonValue[], row: string): number {
  const byId = list.findIndex((item) => isJsonObject(item) && item[ROW_ID] === row)
  if (byId >= 0 || !/^\d{1,6}$/.test(row)) return byId
  const index = Number(row)
  return index < list.length ? index : -1
}

function step(value: JsonValue | undefined, segment: PathSegment): JsonValue | undefined {
  if ('row' in segment) {
    return Array.isArray(value) ? value[indexOfRow(value, segment.row)] : undefined
  }
  return isJsonObject(value) && Object.hasOwn(value, segment.key) ? value[segment.key] : undefined
}

/** Reads the value at a path; undefined where nothing is. Own properties only. */
export function findAtPath(values: JsonObject, path: string): JsonValue | undefined {
  if (!path.includes('.') && !path.includes('[')) return step(values, { key: path })
  let value: JsonValue | undefined = values
  for (const segment of parseValuePath(path)) value = step(value, segment)
  return value
}

function setInList(list: JsonValue[], segments: PathSegment[], value: JsonValue | undefined): JsonValue[] {
  const [head, ...rest] = segments
  const index = head !== undefined && 'row' in head ? indexOfRow(list, head.row) : -1
  if (index < 0) return list
  const next = setAt(list[index], rest, value)
  if (next === undefined) return list.toSpliced(index, 1)
  return list.with(index, next)
}

function setInObject(object: JsonObject, segments: PathSegment[], value: JsonValue | undefined): JsonObject {
  const [head, ...rest] = segments
  if (head === undefined || !('key' in head)) return object
  const next = setAt(Object.hasOwn(object, head.key) ? object[head.key] : undefined, rest, value)
  const copy = { ...object }
  delete copy[head.key]
  if (next === undefined) return copy
  return Object.hasOwn(object, head.key) ? { ...object, [head.key]: next } : { ...copy, [head.key]: next }
}

function setAt(
  current: JsonValue | undefined,
  segments: PathSegment[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  const [head] = segments
  if (head === undefined) return value
  if ('row' in head) return Array.isArray(current) ? setInList(current, segments, value) : current
  return setInObject(isJsonObject(current) ? current : {}, segments, value)
}

/**
 * Gives back the values with one place changed; `undefined` removes it. Objects on the way are made, rows are
 * not: a path into a row that is not there changes nothing.
 */
export function setAtPath(values: JsonObject, path: string, value: JsonValue | undefined): JsonObject {
  return setInObject(values, parseValuePath(path), value)
}
