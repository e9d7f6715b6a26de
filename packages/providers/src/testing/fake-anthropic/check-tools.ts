import { traitsOf } from './anthropic-models.ts'
import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBody, AnthropicTool } from './anthropic-request.ts'
import { isRecord } from './read-turns.ts'

/** Types of the vendor's own tools, with the date of their version. */
const BUILT_IN =
  /^(web_search|web_fetch|code_execution|computer|computer_toolset|text_editor|bash|memory|tool_search_tool_regex|tool_search_tool_bm25|advisor)_\d{8}$/
const NAME = /^[a-zA-Z0-9_-]{1,128}$/
const CHOICES = ['auto', 'any', 'tool', 'none']

/** Whether a tool is one of the vendor's own. */
export function isBuiltIn({ type }: AnthropicTool): boolean {
  return type !== undefined && BUILT_IN.test(type)
}

/** Checks the tools of a call, how one is to be chosen, and the schema that an answer is to keep to. */
export function checkTools(body: AnthropicBody): void {
  const tools = body.tools ?? []
  for (const [index, tool] of tools.entries()) checkTool(tool, `tools.${index}`)
  const names = tools.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new AnthropicRefusal('tools: Tool names must be unique.')
  checkChoice(body)
  const format = body.output_config?.format
  if (format !== undefined) checkClosed(format.schema, 'output_config.format.schema')
}

function checkTool(tool: AnthropicTool, place: string): void {
  if (tool.type !== undefined && tool.type !== 'custom') {
    if (isBuiltIn(tool)) return
    throw new AnthropicRefusal(
      `${place}: Input tag '${tool.type}' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom', 'text_editor_20250728', 'web_search_20250305', …`,
    )
  }
  const where = `${place}.custom`
  if (typeof tool.name !== 'string') throw new AnthropicRefusal(`${where}.name: Field required`)
  if (!NAME.test(tool.name)) {
    throw new AnthropicRefusal(`${where}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`)
  }
  checkSchema(tool.input_schema, `${where}.input_schema`)
  if (tool.strict) checkClosed(tool.input_schema, where)
}

function checkSchema(schema: unknown, place: string): void {
  if (schema === undefined) throw new AnthropicRefusal(`${place}: Field required`)
  if (!isRecord(schema)) throw new AnthropicRefusal(`${place}: Input should be a valid dictionary`)
  if (schema.type === undefined) throw new AnthropicRefusal(`${place}.type: Field required`)
  if (schema.type !== 'object') throw new AnthropicRefusal(`${place}.type: Input should be 'object'`)
  if (['oneOf', 'allOf', 'anyOf'].some((key) => key in schema)) {
    throw new AnthropicRefusal(
      `${place}: input_schema does not support oneOf, allOf, or anyOf at the top level`,
    )
  }
  if (schema.properties !== undefined && !isRecord(schema.properties)) {
    throw new AnthropicRefusal(
      `${place}: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).`,
    )
  }
  const odd = Object.keys(schema.properties ?? {}).find((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
  if (odd !== undefined) {
    throw new AnthropicRefusal(
      `${place}.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
    )
  }
}

/** What is kept to word for word needs objects that are closed, all the way down. */
function checkClosed(schema: unknown, place: string): void {
  if (typeof schema !== 'object' || schema === null) return
  if (isRecord(schema) && schema.type === 'object' && schema.additionalProperties !== false) {
    throw new AnthropicRefusal(
      `${place}: For 'object' type, 'additionalProperties' must be explicitly set to false`,
    )
  }
  for (const part of Object.values(schema)) checkClosed(part, place)
}

function checkChoice({ tool_choice: choice, tools = [], model = '' }: AnthropicBody): void {
  if (choice === undefined) return
  if (!CHOICES.includes(choice.type)) {
    throw new AnthropicRefusal(
      `tool_choice: Input tag '${choice.type}' found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'`,
    )
  }
  if (tools.length === 0) {
    throw new AnthropicRefusal('tool_choice: tool_choice may only be specified while providing tools')
  }
  if (choice.type === 'tool' && !tools.some(({ name }) => name === choice.name)) {
    throw new AnthropicRefusal(`tool_choice: Tool '${choice.name}' not found in provided tools`)
  }
  if (!traitsOf(model).forcedTools && (choice.type === 'any' || choice.type === 'tool')) {
    throw new AnthropicRefusal(`tool_choice: type '${choice.type}' is not supported for this model`)
  }
}
