import { z } from 'zod'
import type { ErrorIssue } from './errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** Expressions come from whoever wrote the schema, and may take a machine's whole time: they are not tried. */
function withoutPatterns(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutPatterns)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(key === 'pattern' && typeof inner === 'string') && key !== 'patternProperties',
  )
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutPatterns(inner)]))
}

function readSchema(schema: JsonObject): z.ZodType {
  try {
    return z.fromJSONSchema(withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0])
  } catch {
    // What the library does not know of JSON Schema it cannot judge; arguments are an object in every case.
    return z.record(z.string(), z.unknown())
  }
}

/** What of a value does not fit a JSON Schema; empty when it fits. `path` begins with `name`. */
export function jsonSchemaFaults(schema: JsonObject, value: JsonValue, name: string): ErrorIssue[] {
  const { error } = readSchema(schema).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: [name, ...path.map(String)].join('.'),
    message,
  }))
}
