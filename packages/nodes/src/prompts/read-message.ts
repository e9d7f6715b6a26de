import { isJsonObject, type JsonValue } from '@runnel/contract'

/** A message that stands in a prompt. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

const ROLES: Record<string, PromptMessage['role']> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
  developer: 'system',
}

/** A message from data: an object with `role` or `type` and `content`, or a pair of both. Undefined for anything else. */
export function readMessage(item: JsonValue): PromptMessage | undefined {
  const [given, content] = Array.isArray(item)
    ? item
    : isJsonObject(item)
      ? [item.role ?? item.type, item.content]
      : []
  const role = typeof given === 'string' && Object.hasOwn(ROLES, given) ? ROLES[given] : undefined
  return role && typeof content === 'string' ? { role, content } : undefined
}
