import { z } from 'zod'

/** A value that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject

/** A plain JSON object; keys are own properties only. */
export type JsonObject = { [key: string]: JsonValue }

/** Accepts any JSON value. The depth is bounded where text is parsed, not here. */
export const jsonValueSchema: z.ZodType<JsonValue> = z.json() as z.ZodType<JsonValue>

/** Accepts any JSON object. */
export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), jsonValueSchema)

/** True for a plain object, false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
