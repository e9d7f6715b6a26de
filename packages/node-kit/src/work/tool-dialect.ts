import {
  type ModelMessage,
  type ToolCallPart,
  type ToolResultPart,
  textOf,
  toolCallsOf,
} from '@runnel/contract'
import type { TimedReply, Tool } from '../call-requests.ts'
import type { ModelRequest } from '../chat-model.ts'

/**
 * What a reply says: the answer, the tools that are wanted, or neither: then `fault` tells the model what was wrong, and
 * `answer` is what the reply counts as when it has been told already; an error without it.
 */
export type ToolReading = { answer: string } | { calls: ToolCallPart[] } | { fault: string; answer?: string }

/** How a model and the tool loop speak of tools. Pure. */
export interface ToolDialect {
  /** Whether readers may see a reply as it comes: all of its text belongs to the answer. */
  streams: boolean
  /** What each request of the loop holds besides its messages. */
  offer(tools: Tool[]): Pick<ModelRequest, 'tools'>
  read(reply: TimedReply, tools: Tool[]): ToolReading
  /** The messages that a reply and the results of its calls add to the talk. */
  tell(reply: TimedReply, results: ToolResultPart[]): ModelMessage[]
  /** The messages that a reply which cannot be read adds to the talk. */
  correct(reply: TimedReply, fault: string): ModelMessage[]
}

/** Tools as the vendor's protocol has them. */
export const nativeDialect: ToolDialect = {
  streams: true,
  offer: (tools) =>
    tools.length === 0
      ? {}
      : { tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })) },
  read: ({ parts }) => {
    const calls = toolCallsOf(parts)
    return calls.length === 0 ? { answer: textOf(parts) } : { calls }
  },
  tell: ({ parts }, results) => [
    { role: 'assistant', content: parts },
    { role: 'tool', content: results },
  ],
  correct: ({ parts }, fault) => [
    { role: 'assistant', content: parts },
    { role: 'user', content: fault },
  ],
}
