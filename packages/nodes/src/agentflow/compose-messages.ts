import type { HistoryMessage } from '@runnel/contract'
import {
  type Component,
  type ModelMessage,
  readRows,
  readSwitch,
  readText,
  type StepContext,
  toAskedMessage,
  toModelMessages,
  toUserMessage,
} from '@runnel/node-kit'
import { reduceHistory } from './reduce-history.ts'

/** The model that a step asks, and what the names of its params begin with (`llm`, `agent`). */
export interface Asker {
  model: Component
  prefix: string
}

/** A message that the author wrote. */
export interface OwnMessage {
  role: 'system' | 'assistant' | 'user'
  content: string
}

/**
 * The messages of one call, in the order of the reference: messages given with the call (first model of the run
 * only), the author's own with system ones in front, the conversation as the memory reduces it, the author's
 * input message. Without memory the first model of the run sees the question instead, unless the author wrote a
 * user message.
 */
export async function composeMessages(context: StepContext, asker: Asker): Promise<ModelMessage[]> {
  const isFirst = context.runHistory.length === 0
  const given = isFirst ? toModelMessages(context.run.prependedHistory) : []
  const own = readOwnMessages(context, asker.prefix)
  const system = own.filter(({ role }) => role === 'system')
  const others = own.filter(({ role }) => role !== 'system')
  const rest = readSwitch(context.values, `${asker.prefix}EnableMemory`, true)
    ? await rememberedMessages(context, asker, isFirst)
    : questionWhenNeeded(context, own, isFirst)
  return [...system, ...given, ...others, ...rest]
}

/** The author's own messages; rows without a text or a role are left out. */
export function readOwnMessages({ values }: StepContext, prefix: string): OwnMessage[] {
  return readRows(values, `${prefix}Messages`).flatMap((row): OwnMessage[] => {
    const content = readText(row, 'content')
    if (content === '') return []
    switch (row.role) {
      case 'system':
      case 'developer':
        return [{ role: 'system', content }]
      case 'assistant':
        return [{ role: 'assistant', content }]
      case 'user':
        return [{ role: 'user', content }]
      default:
        return []
    }
  })
}

async function rememberedMessages(context: StepContext, asker: Asker, isFirst: boolean) {
  const asked: HistoryMessage[] =
    isFirst && isAsked(context) ? [toAskedMessage(context.input, context.run.files)] : []
  const conversation = [...context.run.pastHistory, ...context.runHistory, ...asked]
  const reduced = await reduceHistory(context, conversation, asker)
  const userMessage = readText(context.values, `${asker.prefix}UserMessage`)
  const last: ModelMessage[] = userMessage === '' ? [] : [{ role: 'user', content: userMessage }]
  return [...reduced, ...last]
}

function questionWhenNeeded(context: StepContext, own: ModelMessage[], isFirst: boolean): ModelMessage[] {
  if (!isFirst || !isAsked(context)) return []
  const hasUserMessage = own.some(({ role }) => role === 'user')
  if (!hasUserMessage) return [toUserMessage(context.input, context.run.files)]
  return context.run.files?.length ? [toUserMessage('', context.run.files)] : []
}

function isAsked({ input, run }: StepContext): boolean {
  return input !== '' || (run.files?.length ?? 0) > 0
}
