import { isJsonObject, type JsonValue } from '@runnel/contract'
import { readJsonAnswer } from '@runnel/node-kit'
import type { TextProtocol, TextReading } from './text-protocol.ts'

const FINAL = 'Final Answer'

function read(text: string): TextReading {
  const value = readJsonAnswer(text)
  if (!isJsonObject(value)) {
    const isPlain = !text.includes('"action"')
    return { fault: 'Your last message is no JSON object that can be read.', isPlain }
  }
  const { action, action_input: given } = value
  if (typeof action !== 'string' || action.trim() === '')
    return { fault: 'The JSON object of your last message has no text "action".', isPlain: false }
  if (action.trim().toLowerCase() === FINAL.toLowerCase()) {
    if (given !== undefined && given !== null) return { answer: asText(given) }
    return {
      fault: 'The JSON object of your last message has no "action_input", and so no answer.',
      isPlain: false,
    }
  }
  const input = given ?? ''
  return { tool: action, input, said: fence({ action, action_input: input }) }
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function fence(value: JsonValue): string {
  return `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``
}

/** A model answers with one JSON object, which names a tool or holds the answer. */
export const jsonProtocol: TextProtocol = {
  instructions: ({ described, names }) => `You can use these tools:
${described}

Every message of yours is one JSON object in a code block, and nothing else. To use a tool${names === '' ? '' : ` (${names})`}, write its name and its input:
${fence({ action: 'name of the tool', action_input: 'what it is given' })}

Its result is told to you. When you need no tool, or no further one, write the answer to the person:
${fence({ action: FINAL, action_input: 'the answer' })}`,
  read,
  tell: (result) =>
    `The tool gave:\n${result}\n\nGo on: answer what was asked, or use another tool. Write one JSON object in a code block.`,
  reminder: `Write one JSON object with "action" (the name of a tool, or "${FINAL}") and "action_input", and nothing else.`,
}
