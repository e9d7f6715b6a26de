import { type FlowDocument, isJsonObject, type JsonValue, ROW_ID } from '@runnel/contract'

const OWN_ROW_ID = /^r\d{1,9}$/

/** Whether a field is the id that we gave to a row. Anything else under its key is a value like others: it is read at a run. */
const isRowId = (key: string, item: JsonValue) =>
  key === ROW_ID && typeof item === 'string' && OWN_ROW_ID.test(item)

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
      if (!isRowId(key, item)) walkStrings(item, visit, path === '' ? key : `${path}.${key}`)
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
    isRowId(key, item) ? item : mapStrings(item, change),
  ])
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries)
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whatever stands in a document as the id of something, such as of another flow. */
export function listNamedIds({ nodes }: FlowDocument): Set<string> {
  const ids = new Set<string>()
  for (const { values } of nodes) {
    walkStrings(values, (text) => {
      if (ID.test(text)) ids.add(text)
    })
  }
  return ids
}
