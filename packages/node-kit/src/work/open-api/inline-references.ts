import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** References that lead to references. */
const LONGEST_CHAIN = 20

/** What a value of a document stands for, and the references that led there, after those `above` it. */
export interface Followed {
  value: JsonValue
  way: readonly string[]
}

/**
 * Follows `$ref` in the document itself. One that leads into another document, or nowhere, is `{}`: anything; one that leads
 * back to a reference above is anything of its type.
 */
export function followReference(
  document: JsonObject,
  value: JsonValue,
  above: readonly string[] = [],
): Followed {
  let current = value
  const way = [...above]
  for (let n = 0; n < LONGEST_CHAIN; n++) {
    const pointer = isJsonObject(current) ? current.$ref : undefined
    if (typeof pointer !== 'string') return { value: current, way }
    if (way.includes(pointer)) return { value: typeOf(lookUp(document, pointer)), way }
    way.push(pointer)
    current = lookUp(document, pointer)
  }
  return { value: {}, way }
}

function typeOf(schema: JsonValue): JsonObject {
  const type = isJsonObject(schema) ? schema.type : undefined
  return typeof type === 'string' ? { type } : {}
}

/** The object that a value of a document stands for; empty where it is none. */
export function followObject(document: JsonObject, value: JsonValue | undefined): JsonObject {
  const { value: found } = followReference(document, value ?? {})
  return isJsonObject(found) ? found : {}
}

/** `#/components/schemas/Pet`: a place in the document itself. */
function lookUp(document: JsonObject, pointer: string): JsonValue {
  if (!pointer.startsWith('#/')) return {}
  let current: JsonValue = document
  for (const step of pointer.slice(2).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(current)) current = current[Number(name)] ?? {}
    else current = isJsonObject(current) && Object.hasOwn(current, name) ? (current[name] ?? {}) : {}
  }
  return current
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
