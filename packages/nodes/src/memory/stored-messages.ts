import { type HistoryMessage, isJsonObject, type JsonValue, type RunInput } from '@runnel/contract'
import type { RecalledMessage } from '@runnel/node-kit'

/** Roles as LangChain stores them, by ours. */
const STORED_TYPES = { user: 'human', assistant: 'ai', system: 'system' } as const

/** What a memory outside this product calls the session of a run. */
export function nameOutsideSession({ sessionId, outsideSession }: RunInput): string {
  return outsideSession ?? sessionId
}

/** A message as LangChain stores it. Only what was said: files stay with the run. */
export function writeStoredMessage({ role, content }: HistoryMessage): string {
  const data = { content, additional_kwargs: {}, response_metadata: {} }
  return JSON.stringify({ type: STORED_TYPES[role], data })
}

/** The message of a stored text; none of what is no message that a prompt sees (calls of tools, foreign entries). */
export function readStoredMessage(stored: JsonValue): RecalledMessage[] {
  const message = typeof stored === 'string' ? parse(stored) : stored
  if (!isJsonObject(message) || !isJsonObject(message.data)) return []
  const content = readWords(message.data.content)
  if (content === '') return []
  if (message.type === STORED_TYPES.system) return [{ role: 'system', content }]
  if (message.type === STORED_TYPES.assistant) return [{ role: 'assistant', content }]
  return message.type === STORED_TYPES.user ? [{ role: 'user', content }] : []
}

/** Content is a text, or parts of which some are text. */
function readWords(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.flatMap((part) =>
    isJsonObject(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  return texts.join('\n')
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}
