import {
  type ModelMessage,
  RunnelError,
  toAskedMessage,
  toModelMessages,
  toUserMessage,
} from '@runnel/contract'
import type { Prompt } from '../call-context.ts'
import type { Component } from '../component.ts'
import { readText } from '../read-values.ts'
import type { StepContext } from '../step-context.ts'
import { findComponent } from './wired-components.ts'

/**
 * The messages of a conversation: system message, what the memory recalls, the question with its files. A connected
 * chat prompt replaces the first and the last; the memory stands before its last message.
 */
export async function composeConversation(
  context: StepContext,
  systemMessage: string,
): Promise<ModelMessage[]> {
  const recalled = await recallMessages(context, findComponent(context, 'memory', 'memory'))
  const chosen = findComponent(context, 'chatPromptTemplate', 'prompt')
  if (chosen) {
    const prompt = await (await context.capability(chosen, 'prompt'))(chosen, context)
    const messages: ModelMessage[] = prompt.format(fillPromptValues(prompt, context.input))
    return [
      ...messages.slice(0, -1),
      ...recalled,
      ...messages.slice(-1).map((last) => withFiles(last, context)),
    ]
  }
  const system: ModelMessage[] = systemMessage === '' ? [] : [{ role: 'system', content: systemMessage }]
  return [...system, ...recalled, toUserMessage(context.input, context.run.files)]
}

function withFiles(message: ModelMessage, { run }: StepContext): ModelMessage {
  const { role, content } = message
  return role === 'user' && typeof content === 'string' ? toUserMessage(content, run.files) : message
}

/** What a chat flow's memory lets a prompt see: messages given with the call, then the session's. */
export async function recallMessages(
  context: StepContext,
  memory: Component | undefined,
): Promise<ModelMessage[]> {
  const given = toModelMessages(context.run.prependedHistory)
  if (!memory) return given
  const { recall } = await context.capability(memory, 'memory')
  const recalled = await recall(memory, context)
  return [
    ...given,
    ...recalled.flatMap((message): ModelMessage[] =>
      message.role === 'system' ? [message] : toModelMessages([message]),
    ),
  ]
}

/** Tells a memory outside this product what was asked and answered; ours keep it with the run. */
export async function keepExchange(
  context: StepContext,
  memory: Component | undefined,
  answer: string,
): Promise<void> {
  if (!memory) return
  const { keep } = await context.capability(memory, 'memory')
  await keep?.(
    memory,
    [toAskedMessage(context.input, context.run.files), { role: 'assistant', content: answer }],
    context,
  )
}

/**
 * What fills the places of a prompt: the author's values; a single place without one takes the question
 * (`engine.md` 2.2), and so does a single one that was left empty. Several without are an error that names them.
 */
export function fillPromptValues(prompt: Prompt, question: string): Record<string, string> {
  const open = prompt.variables.filter((name) => prompt.values[name] === undefined)
  if (open.length > 1) {
    throw new RunnelError(
      'invalid_input',
      `The prompt has no values for ${open.map((name) => `{${name}}`).join(', ')}. One place may stay free for the question; give the others a value in Format Prompt Values.`,
    )
  }
  const empty = prompt.variables.filter((name) => prompt.values[name] === '')
  const asking = open.length === 0 && empty.length === 1 ? empty : open
  const fixed = Object.keys(prompt.values).map((name) => [name, readText(prompt.values, name)])
  return { ...Object.fromEntries(fixed), ...Object.fromEntries(asking.map((name) => [name, question])) }
}
