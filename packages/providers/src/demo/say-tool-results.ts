import { isJsonObject, type JsonValue } from '@runnel/contract'
import type { ModelMessage } from '@runnel/node-kit'

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>

/** The results at the end of the conversation in words; undefined when it does not end with any. */
export function sayToolResults(messages: ModelMessage[]): string | undefined {
  const start = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  const results = messages.slice(start).filter((message): message is ToolMessage => message.role === 'tool')
  return results.length === 0 ? undefined : results.map(sayResult).join(' ')
}

function sayResult({ toolName, content, isError }: ToolMessage): string {
  if (isError) return `The tool ${toolName} failed: ${content}`
  const value = parse(content)
  if (isJsonObject(value) && typeof value.date === 'string') {
    return `It is ${[value.day, value.date].filter(Boolean).join(', ')}, ${value.time ?? ''} ${value.timeZone ?? ''}`
      .trim()
      .concat('.')
  }
  return /calculat/i.test(toolName) ? `The result is ${content}.` : `The tool ${toolName} says: ${content}`
}

function parse(text: string): JsonValue | undefined {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return parsed
  } catch {
    return undefined
  }
}
