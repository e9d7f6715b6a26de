import { z } from 'zod'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

export { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** True for what JSON can say. Its depth is bounded where text is parsed, not here. */
function isJsonValue(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJsonValue)
  return isPlainObject(value) && Object.values(value).every(isJsonValue)
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Accepts any JSON value, as it is: one look at each value, where `z.json()` tries five schemas on each and copies it
 * (20 MB of empty objects took it 20 seconds).
 */
export const jsonValueSchema: z.ZodType<JsonValue> = z.custom<JsonValue>(isJsonValue, {
  error: 'must be a JSON value',
})

/** Accepts any JSON object, as it is. */
export const jsonObjectSchema: z.ZodType<JsonObject> = z
  .custom<JsonObject>((value) => isJsonObject(value) && isJsonValue(value), {
    error: 'must be a JSON object',
  })
  .meta({ type: 'object' })
