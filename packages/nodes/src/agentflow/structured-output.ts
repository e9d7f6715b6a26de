import { isJsonObject, type JsonObject, RunnelError } from '@runnel/contract'
import {
  type Component,
  ModelError,
  type ModelMessage,
  readObject,
  readText,
  type StepContext,
  textOf,
} from '@runnel/node-kit'
import { closeSchema } from './close-schema.ts'
import { findMisfit } from './find-misfit.ts'
import { parseJsonText } from './parse-json-text.ts'

/** What the author wants as JSON: a schema of an object with these keys, all required. */
export interface Structure {
  keys: string[]
  schema: JsonObject
}

/** The structure that the rows of a structured-output param describe; undefined when there are none. */
export function readStructure(rows: JsonObject[]): Structure | undefined {
  const named = rows.filter((row) => readText(row, 'key').trim() !== '')
  if (named.length === 0) return undefined
  const properties: JsonObject = {}
  for (const row of named) properties[readText(row, 'key').trim()] = describeKey(row)
  const keys = Object.keys(properties)
  return { keys, schema: { type: 'object', properties, required: keys, additionalProperties: false } }
}

/** Asks for JSON by the schema, closed; how a vendor is asked for it is its own matter. */
export async function askForStructure(
  context: StepContext,
  { model, messages, structure }: { model: Component; messages: ModelMessage[]; structure: Structure },
) {
  const reply = await context.model(model, {
    messages,
    structure: { name: 'answer', schema: closeSchema(structure.schema) },
  })
  return { reply, answer: readAnswer(textOf(reply.parts), structure) }
}

function readAnswer(text: string, structure: Structure): JsonObject {
  const given = parseJsonText(text)
  if (!isJsonObject(given)) {
    throw new ModelError(
      'The model did not answer with the JSON that was asked for. Try a model that can call tools.',
      {
        retryable: true,
      },
    )
  }
  const missing = structure.keys.filter((key) => given[key] === undefined)
  if (missing.length > 0) {
    throw new ModelError(
      `The model left out ${missing.join(', ')}. Describe these keys more clearly, or try another model.`,
      {
        retryable: true,
      },
    )
  }
  const misfit = findMisfit({ value: given, schema: structure.schema, path: '' })
  if (misfit === undefined) return given
  throw new ModelError(
    `In the model's answer ${misfit}. Describe this key more clearly, or try another model.`,
    { retryable: true },
  )
}

function describeKey(row: JsonObject): JsonObject {
  const description = readText(row, 'description')
  return { ...typeOf(row), ...(description === '' ? {} : { description }) }
}

function typeOf(row: JsonObject): JsonObject {
  switch (readText(row, 'type', 'string')) {
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'stringArray':
      return { type: 'array', items: { type: 'string' } }
    case 'enum':
      return { type: 'string', enum: listEnumValues(row) }
    case 'jsonArray':
      return { type: 'array', items: itemSchema(row) }
    default:
      return { type: 'string' }
  }
}

function listEnumValues(row: JsonObject): string[] {
  const values = readText(row, 'enumValues')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  if (values.length > 0) return values
  throw new RunnelError(
    'invalid_input',
    `The key ${readText(row, 'key')} is an enum without values. List them, separated by commas.`,
  )
}

/** The author's short form `{"name": {"type": "string", "required": true}}`, as JSON Schema of an object. */
function itemSchema(row: JsonObject): JsonObject {
  const fields = readObject(row, 'jsonSchema')
  if (!fields) {
    throw new RunnelError(
      'invalid_input',
      `The key ${readText(row, 'key')} is a list of objects, but its JSON schema cannot be read as a JSON object.`,
    )
  }
  if (fields.type === 'object' && isJsonObject(fields.properties)) return fields
  const properties: JsonObject = {}
  const required: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    const { required: isRequired, ...schema } = isJsonObject(field) ? field : { type: field }
    properties[name] = schema
    if (isRequired === true) required.push(name)
  }
  return { type: 'object', properties, required }
}
