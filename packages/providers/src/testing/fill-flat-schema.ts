/** Simple values that fit a flat JSON schema; texts are the given one. */
export function fillFlatSchema(schema: Record<string, unknown>, text: string): Record<string, unknown> {
  const properties = typeof schema.properties === 'object' && schema.properties ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, fillProperty(value as PropertySchema, text)]),
  )
}

interface PropertySchema {
  type?: string
  enum?: unknown[]
}

function fillProperty(schema: PropertySchema, text: string): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  return schema.type === 'array' ? [] : text
}
