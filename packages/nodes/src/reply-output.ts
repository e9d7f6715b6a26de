import type { JsonObject, Usage } from '@runnel/contract'
import type { ModelReply, TimeSpan } from '@runnel/node-kit'

/** Usage in the names that the reference shows. */
export function describeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
  }
}

/** Two usages added. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  }
}

/** The output of a step that asked a model (`engine.md` 3.9): text, times, usage and what the vendor says. */
export function describeReply(reply: ModelReply & { time: TimeSpan }, content: string): JsonObject {
  const { start, end, delta } = reply.time
  return {
    content,
    timeMetadata: { start, end, delta },
    usageMetadata: describeUsage(reply.usage),
    ...(reply.metadata === undefined ? {} : { responseMetadata: reply.metadata }),
    ...(reply.reasoning ? { reasonContent: { thinking: reply.reasoning } } : {}),
  }
}
