import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { Tool } from '@runnel/node-kit'

/** What a model that asks in text is told of tools: a line for each. */
export function describeTools(tools: readonly Tool[]): string {
  if (tools.length === 0) return 'There are no tools: answer by yourself.'
  return tools.map(describeTool).join('\n')
}

function describeTool(tool: Tool): string {
  const { name, description, inputSchema } = tool
  const only = findOnlyParam(tool)
  if (only && isText(only.schema))
    return `- ${name}: ${description} Its input is a text${explain(only.schema)}.`
  return `- ${name}: ${description} Its input is a JSON object that fits this JSON Schema: ${JSON.stringify(inputSchema)}`
}

function explain({ description }: JsonObject): string {
  return typeof description === 'string' && description !== '' ? ` (${description})` : ''
}

/**
 * The arguments of a tool out of what a model wrote: an object as it is, also as JSON text; a bare text where the tool
 * takes one thing. What fits neither is a fault that the model is told.
 */
export function readToolInput(tool: Tool, given: JsonValue): { input: JsonValue } | { fault: string } {
  const only = findOnlyParam(tool)
  const value = typeof given === 'string' ? (parseJson(given) ?? given) : given
  if (isJsonObject(value) && !(only && isText(only.schema) && !Object.hasOwn(value, only.name)))
    return { input: value }
  if (only) return { input: { [only.name]: isText(only.schema) ? asText(given, value) : value } }
  if (propertiesOf(tool).length === 0) return { input: {} }
  return {
    fault: `The input of ${tool.name} must be a JSON object that fits this JSON Schema: ${JSON.stringify(tool.inputSchema)}.`,
  }
}

/** A text in quotes is what stands between them; all else is what the model wrote. */
function asText(given: JsonValue, value: JsonValue): string {
  if (typeof value === 'string') return value
  return typeof given === 'string' ? given : JSON.stringify(given)
}

interface Param {
  name: string
  schema: JsonObject
}

/** The one thing that a tool takes: its only param, or the only one that it needs. */
function findOnlyParam(tool: Tool): Param | undefined {
  const all = propertiesOf(tool)
  if (all.length === 1) return all[0]
  const { required } = tool.inputSchema
  const [name, ...others] = Array.isArray(required) ? required : []
  return others.length === 0 ? all.find((param) => param.name === name) : undefined
}

function propertiesOf({ inputSchema: { properties } }: Tool): Param[] {
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [{ name, schema }] : [],
  )
}

function isText({ type }: JsonObject): boolean {
  return type === undefined || type === 'string'
}

function parseJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
