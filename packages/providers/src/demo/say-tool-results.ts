import { isJsonObject, type JsonValue } from '@runnel/contract'
import { type ModelMessage, type ToolResultPart, textOf } from '@runnel/node-kit'

/** The results at the end of the conversation in words; undefined when it does not end with any. */
export function sayToolResults(messages: ModelMessage[]): string | undefined {
  const start = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  const results = messages.slice(start).flatMap((message) => (message.role === 'tool' ? message.content : []))
  return results.length === 0 ? undefined : results.map(sayResult).join(' ')
}

function sayResult({ name: toolName, content: given, isError }: ToolResultPart): string {
  const content = readContent(given)
  if (isError) return `The tool ${toolName} failed: ${content}`
  const value = parse(content)
  if (isJsonObject(value) && typeof value.date === 'string') {
    return `It is ${[value.day, value.date].filter(Boolean).join(', ')}, ${value.time ?? ''} ${value.timeZone ?? ''}`
      .trim()
      .concat('.')
  }
  return /calculat/i.test(toolName) ? `The result is ${content}.` : `The tool ${toolName} says: ${content}`
}

function readContent(content: ToolResultPart['content']): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? textOf(content) : JSON.stringify(content.json)
}

function parse(text: string): JsonValue | undefined {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return parsed
  } catch {
    return undefined
  }
}
