import { isJsonObject, type JsonObject, type JsonValue, jsonSchemaFaults } from '@runnel/contract'
import { type Component, type OutputParser, readJsonAnswer, readSwitch } from '@runnel/node-kit'
import { refuseAnswer } from './refuse-answer.ts'

/** A parser of answers in JSON, by the JSON Schema that a component's settings describe. */
export function createSchemaParser(readSchema: (component: Component) => JsonObject): OutputParser {
  return {
    instructions: (component) =>
      `Answer with JSON only, without any other text, that fits this JSON Schema:\n${JSON.stringify(readSchema(component))}`,
    parse: async (component, text) => {
      const { label } = component
      const schema = readSchema(component)
      const given = readJsonAnswer(text)
      if (given === undefined) throw refuseAnswer(label, 'it holds no JSON')
      const value = fillDefaults(schema, given)
      const faults = jsonSchemaFaults(schema, value, 'answer')
      if (faults.length === 0) return value
      throw refuseAnswer(label, faults.map(({ path, message }) => `${path}: ${message}`).join('; '))
    },
    repairs: ({ values }) => readSwitch(values, 'autofixParser'),
  }
}

/** What the model left out takes the value that the schema gives it. */
function fillDefaults(schema: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return value
  const { items, properties } = schema
  if (Array.isArray(value)) return value.map((item) => fillDefaults(items, item))
  if (!isJsonObject(value) || !isJsonObject(properties)) return value
  const filled = new Map(Object.entries(value))
  for (const [name, inner] of Object.entries(properties)) {
    const given = filled.get(name) ?? (isJsonObject(inner) ? inner.default : undefined)
    if (given !== undefined) filled.set(name, fillDefaults(inner, given))
  }
  return Object.fromEntries(filled)
}
