import { isJsonObject, type JsonValue, ROW_ID } from '@runnel/contract'

/** Calls `visit` for every string inside a value, with its path (rows by their ids, other items by index). */
export function walkStrings(
  value: JsonValue | undefined,
  visit: (text: string, path: string) => void,
  path = '',
): void {
  if (typeof value === 'string') visit(value, path)
  else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      const row = isJsonObject(item) && typeof item[ROW_ID] === 'string' ? item[ROW_ID] : String(index)
      walkStrings(item, visit, `${path}[${row}]`)
    })
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key !== ROW_ID) walkStrings(item, visit, path === '' ? key : `${path}.${key}`)
    }
  }
}

/** A copy of a value with every string inside it changed by `change`. Unchanged parts are not copied. */
export function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) {
    const list = value.map((item) => mapStrings(item, change))
    return list.every((item, index) => item === value[index]) ? value : list
  }
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => [
    key,
    key === ROW_ID ? item : mapStrings(item, change),
  ])
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries)
}
