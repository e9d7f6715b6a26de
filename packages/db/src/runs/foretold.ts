import type { JsonObject, JsonValue } from '@runnel/contract'

/**
 * What is stored of an object whose reader can foretell some fields: those that are as foretold are left out. One that
 * is foretold and not there is null, so none of them may be null itself.
 */
export function withoutForetold(whole: object, foretold: JsonObject): JsonObject {
  const fields = whole as JsonObject
  const own: JsonObject = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    const isForetold = Object.hasOwn(foretold, name) && isSame(value, foretold[name])
    if (value !== undefined && !isForetold) setField(own, name, value)
  }
  for (const name of Object.keys(foretold)) if (fields[name] === undefined) own[name] = null
  return own
}

/** As an assignment; one to `__proto__`, which may come from outside, would be lost. */
function setField(fields: JsonObject, name: string, value: JsonValue): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true })
  else fields[name] = value
}

/** The object that was stored by `withoutForetold` with the same foretold fields. */
export function withForetold(own: JsonObject, foretold: JsonObject): JsonObject {
  const whole: JsonObject = { ...foretold, ...own }
  for (const name of Object.keys(foretold)) if (whole[name] === null) delete whole[name]
  return whole
}

function isSame(value: unknown, foretold: unknown): boolean {
  if (value === foretold) return true
  if (typeof value !== 'object' || typeof foretold !== 'object') return false
  return JSON.stringify(value) === JSON.stringify(foretold)
}
