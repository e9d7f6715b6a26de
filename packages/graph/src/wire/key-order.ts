import { type FlowNode, isJsonObject, type JsonObject, ROW_ID } from '@runnel/contract'
import { findAtPath, setAtPath } from '../document/value-path.ts'

/** The key of `extra` that keeps in which order the keys of `inputs`, and of settings inside it, came. */
export const KEY_ORDER = 'keyOrder'
/** The path of `inputs` itself. */
const WHOLE = ''

/** Paths of objects inside `inputs`, each with its keys as they came. */
export type KeyOrder = Record<string, string[]>

function objectAt(values: JsonObject, path: string): JsonObject | undefined {
  const value = path === WHOLE ? values : findAtPath(values, path)
  return isJsonObject(value) ? value : undefined
}

/** The keys of the object at a path of `inputs`, in order; none where no object is. */
export function keysAt(values: JsonObject, path: string): string[] {
  return Object.keys(objectAt(values, path) ?? {}).filter((key) => key !== ROW_ID)
}

/** Notes the keys of `inputs` and of the objects from which a credential id is taken out. */
export function readKeyOrder(inputs: JsonObject, places: readonly string[]): KeyOrder {
  const paths = [WHOLE, ...places.filter((place) => objectAt(inputs, place) !== undefined)]
  return Object.fromEntries(paths.map((path) => [path, keysAt(inputs, path)]))
}

/** The order that a node keeps; undefined when its keys stand where an export puts them anyway. */
export function keyOrderOf(node: FlowNode): KeyOrder | undefined {
  const kept = node.extra?.[KEY_ORDER]
  if (!isJsonObject(kept)) return undefined
  const lists = Object.entries(kept).map(([path, keys]): [string, string[]] => [
    path,
    Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
  ])
  return Object.fromEntries(lists)
}

/** True for an input that an export writes also when it is empty: all, where no other order is kept. */
export function isWrittenEmpty(node: FlowNode, name: string): boolean {
  return keyOrderOf(node)?.[WHOLE]?.includes(name) ?? true
}

function inOrder(object: JsonObject, keys: readonly string[]): JsonObject {
  const first = keys.filter((key) => Object.hasOwn(object, key))
  return { ...Object.fromEntries(first.map((key) => [key, object[key]])), ...object } as JsonObject
}

/** Puts the keys of values in the order that the node keeps; keys that came later stand last. */
export function putInKeyOrder(node: FlowNode, values: JsonObject): JsonObject {
  return Object.entries(keyOrderOf(node) ?? {}).reduce((ordered, [path, keys]) => {
    const object = objectAt(ordered, path)
    if (!object) return ordered
    return path === WHOLE ? inOrder(object, keys) : setAtPath(ordered, path, inOrder(object, keys))
  }, values)
}
