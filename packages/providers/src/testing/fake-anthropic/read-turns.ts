import { AnthropicRefusal } from './anthropic-refusal.ts'
import type { AnthropicBlock, AnthropicBody } from './anthropic-request.ts'

/** A block with the vendor's name for its place, such as `messages.1.content.0`. */
export interface PlacedBlock {
  block: AnthropicBlock
  place: string
}

/** Neighbouring messages of one role, which the vendor combines. */
export interface Turn {
  role: 'user' | 'assistant'
  /** The vendor's name for the first of its messages, such as `messages.1`. */
  place: string
  blocks: PlacedBlock[]
}

/** The messages of a call as turns. Refuses what is no list of messages of users and assistants. */
export function readTurns({ messages }: AnthropicBody): Turn[] {
  if (messages === undefined) throw new AnthropicRefusal('messages: Field required')
  if (!Array.isArray(messages)) throw new AnthropicRefusal('messages: Input should be a valid list')
  if (messages.length === 0) throw new AnthropicRefusal('messages: at least one message is required')
  const turns: Turn[] = []
  for (const [index, message] of messages.entries()) {
    const turn = readMessage(message, { index, isLast: index === messages.length - 1 })
    const before = turns.at(-1)
    if (before?.role === turn.role) before.blocks.push(...turn.blocks)
    else turns.push(turn)
  }
  if (turns[0]?.role !== 'user')
    throw new AnthropicRefusal('messages: first message must use the "user" role')
  return turns
}

interface Position {
  index: number
  isLast: boolean
}

function readMessage(message: unknown, { index, isLast }: Position): Turn {
  const place = `messages.${index}`
  if (!isRecord(message)) throw new AnthropicRefusal(`${place}: Input should be a valid dictionary`)
  const extra = Object.keys(message).find((key) => key !== 'role' && key !== 'content')
  if (extra !== undefined) throw new AnthropicRefusal(`${place}.${extra}: Extra inputs are not permitted`)
  const role = readRole(message.role, place)
  const blocks = readBlocks(message.content, place)
  if (blocks.length === 0 && !(isLast && role === 'assistant')) {
    throw new AnthropicRefusal(
      `${place}: all messages must have non-empty content except for the optional final assistant message`,
    )
  }
  return { role, place, blocks }
}

function readRole(role: unknown, place: string): Turn['role'] {
  if (role === 'user' || role === 'assistant') return role
  if (role === 'system') {
    throw new AnthropicRefusal(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    )
  }
  throw new AnthropicRefusal(`${place}.role: Input should be 'user' or 'assistant'`)
}

function readBlocks(content: unknown, place: string): PlacedBlock[] {
  if (typeof content === 'string') {
    return content === '' ? [] : [{ block: { type: 'text', text: content }, place: `${place}.content` }]
  }
  if (!Array.isArray(content)) throw new AnthropicRefusal(`${place}.content: Input should be a valid list`)
  return content.map((block: unknown, index) => {
    const where = `${place}.content.${index}`
    if (!isRecord(block)) throw new AnthropicRefusal(`${where}: Input should be a valid dictionary`)
    if (typeof block.type !== 'string') throw new AnthropicRefusal(`${where}.type: Field required`)
    return { block: { ...block, type: block.type }, place: where }
  })
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
