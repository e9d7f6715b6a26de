import { errorMessage, type JsonValue, type ModelMessage, textOf } from '@runnel/contract'
import type { OutputParser } from '../call-context.ts'
import type { TimedReply } from '../call-requests.ts'
import type { Component } from '../component.ts'
import type { StepContext } from '../step-context.ts'

/** A parser that is wired to a step, opened. */
export interface WiredParser {
  component: Component
  parser: OutputParser
}

/** Says behind the last message of a person in which form the answer is wanted. */
export function addInstructions(messages: readonly ModelMessage[], instructions: string): ModelMessage[] {
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && typeof content === 'string')
  return messages.map((message, index) =>
    index === at && message.role === 'user' && typeof message.content === 'string'
      ? { ...message, content: `${message.content}\n${instructions}` }
      : message,
  )
}

/** The data of a reply, and all replies that it took: where the parser repairs, the model is asked once more. */
export async function parseReply(
  context: StepContext,
  reply: TimedReply,
  { component, parser, model }: WiredParser & { model: Component },
): Promise<{ value: JsonValue; replies: TimedReply[] }> {
  const text = textOf(reply.parts)
  try {
    return { value: await parser.parse(component, text, context), replies: [reply] }
  } catch (error) {
    if (parser.repairs?.(component) !== true) throw error
    const second = await context.model(model, {
      messages: askForRepair(text, error, parser.instructions(component)),
    })
    return { value: await parser.parse(component, textOf(second.parts), context), replies: [reply, second] }
  }
}

function askForRepair(text: string, error: unknown, instructions: string): ModelMessage[] {
  const content = `An answer was to be given in this form:\n${instructions}\n\nThis is the answer:\n${text}\n\nIt cannot be read: ${errorMessage(error)}\n\nGive the answer again in the form that was asked for, and nothing else.`
  return [{ role: 'user', content }]
}
