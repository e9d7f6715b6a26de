import { isJsonObject } from '@runnel/contract'

/** True when two JSON values are the same; the order of keys does not matter. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(a[key], b[key]))
}
