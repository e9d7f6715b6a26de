import { isJsonObject, type JsonObject } from '@runnel/contract'
import {
  type CallContext,
  type Component,
  fillPlaces,
  getWiredModel,
  type Retrieve,
  readJsonAnswer,
  readNumber,
  readRows,
  readText,
  textOf,
} from '@runnel/node-kit'
import { searchWiredStore } from '../wired-finders.ts'
import { FILTER_PROMPT } from './filter-prompt.ts'

const DEFAULT_LIMIT = 4
const PARAM = 'dynamicMetadataFilterRetriever'

/** What a store has for the query among the documents with the metadata that the query speaks of. The filter of who asks counts before it. */
export const retrieveByMetadata: Retrieve = async (component, { query, limit, filter }, call) => {
  const read = await readFilter(component, query, call)
  const both = { ...read, ...filter }
  const chosen = limit ?? readNumber(component.values, 'topK') ?? DEFAULT_LIMIT
  const isFree = Object.keys(both).length === 0
  return searchWiredStore(component, { query, limit: chosen, filter: isFree ? undefined : both }, call)
}

async function readFilter(component: Component, query: string, call: CallContext): Promise<JsonObject> {
  const { values } = component
  const properties = describeKeys(readRows(values, `${PARAM}StructuredOutput`))
  if (Object.keys(properties).length === 0) return {}
  const form = readText(values, `${PARAM}Prompt`).trim() || FILTER_PROMPT
  const keys = Object.entries(properties).map(([key, schema]) => `- ${key}: ${JSON.stringify(schema)}`)
  const content = `${fillPlaces(form, { query })}\n\nKeys:\n${keys.join('\n')}\n\nAnswer with a JSON object of the keys that the question speaks of, and null for the others.`
  const { parts } = await call.model(getWiredModel(call, component), {
    messages: [{ role: 'user', content }],
    structure: { name: 'filter', schema: closeSchema(properties) },
  })
  const answer = readJsonAnswer(textOf(parts))
  return isJsonObject(answer) ? pickFitting(properties, answer) : {}
}

/** What the rows say of each key, as JSON Schema. */
function describeKeys(rows: JsonObject[]): Record<string, JsonObject> {
  const keys = rows.flatMap((row) => {
    const key = readText(row, 'key').trim()
    if (key === '') return []
    const type = readText(row, 'type')
    const values = readText(row, 'enumValues')
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
    const schema: JsonObject = {
      type: ['number', 'boolean'].includes(type) ? type : 'string',
      ...(type === 'enum' && values.length > 0 && { enum: values }),
      description: readText(row, 'description'),
    }
    return [[key, schema] as const]
  })
  return Object.fromEntries(keys)
}

/** All keys are asked for, as vendors want it; each may be null. */
function closeSchema(properties: Record<string, JsonObject>): JsonObject {
  const open = Object.entries(properties).map(([key, { type = 'string', enum: values, ...rest }]) => [
    key,
    { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(open),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** What the model found, as far as it is of the kind that was asked for. */
function pickFitting(properties: Record<string, JsonObject>, answer: JsonObject): JsonObject {
  const fitting = Object.entries(properties).filter(([key, { type, enum: values }]) => {
    const value = Object.hasOwn(answer, key) ? answer[key] : undefined
    const isOfKind = typeof value === type && value !== ''
    return isOfKind && (!Array.isArray(values) || values.includes(value as string))
  })
  return Object.fromEntries(fitting.map(([key]) => [key, answer[key] ?? null]))
}
