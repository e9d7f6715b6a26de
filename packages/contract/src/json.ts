import { z } from 'zod'
import type { JsonObject, JsonValue } from './json-value.ts'

export { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** Accepts any JSON value. The depth is bounded where text is parsed, not here. */
export const jsonValueSchema: z.ZodType<JsonValue> = z.json() as z.ZodType<JsonValue>

/** Accepts any JSON object. */
export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), jsonValueSchema)
