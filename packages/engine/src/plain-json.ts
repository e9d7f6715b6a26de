import type { JsonObject, JsonValue } from '@runnel/contract'

/** An object that is plain JSON by contract, with absent fields left out. */
export function plainJson(value: object): JsonObject {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields as [string, JsonValue][])
}
