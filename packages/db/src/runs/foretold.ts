import type { JsonObject } from '@runnel/contract'

/**
 * What is stored of an object whose reader can foretell some fields: those that are as foretold are left out. One that
 * is foretold and not there is null, so none of them may be null itself.
 */
export function withoutForetold(whole: object, foretold: JsonObject): JsonObject {
  const own = Object.entries(whole).filter(
    ([name, value]) => value !== undefined && !isSame(value, foretold[name]),
  )
  const absent = Object.keys(foretold).filter((name) => (whole as JsonObject)[name] === undefined)
  return Object.fromEntries([...own, ...absent.map((name) => [name, null])])
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
