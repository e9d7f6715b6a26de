import { type HistoryMessage, type ModelMessage, type RunFile, toModelMessages } from '@runnel/contract'
import type { Component } from '../component.ts'
import type { StepContext } from '../step-context.ts'

/** What a person said in a history, with its files. */
export function toAskedMessage(content: string, files: RunFile[] = []): HistoryMessage {
  return { role: 'user', content, ...(files.length === 0 ? {} : { additional: { files } }) }
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
