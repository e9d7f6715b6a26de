import type { JsonValue } from '@runnel/contract'

/** What stands in an anchor, one by one: texts and lists mean the same, and what is empty stands for nothing. */
export function anchorItems(value: JsonValue | undefined): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(anchorItems)
  return value === undefined || value === null || value === '' ? [] : [value]
}
