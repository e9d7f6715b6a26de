import {
  BETWEEN_THOUGHTS,
  costOf,
  type JsonObject,
  type JsonValue,
  type ModelMessage,
  type Part,
  type ReasonContent,
  reasoningOf,
  thinkingSeconds,
  type Usage,
} from '@runnel/contract'
import type { TimedReply } from '../call-requests.ts'

/** Usage in the names that the reference shows. */
export function describeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    ...(usage.cachedInputTokens === undefined ? {} : { cached_input_tokens: usage.cachedInputTokens }),
    ...(usage.cacheWriteTokens === undefined ? {} : { cache_write_tokens: usage.cacheWriteTokens }),
    ...(usage.reasoningTokens === undefined ? {} : { reasoning_tokens: usage.reasoningTokens }),
    ...describeCost(usage),
  }
}

/** What it cost in US dollars, and for one token each way. */
function describeCost(usage: Usage): JsonObject {
  const total = costOf(usage)
  if (total === undefined) return {}
  const { inputCost = 0, outputCost = 0, inputTokens, outputTokens } = usage
  return {
    input_cost: inputCost,
    output_cost: outputCost,
    total_cost: total,
    ...(inputTokens > 0 && { base_input_cost: inputCost / inputTokens }),
    ...(outputTokens > 0 && { base_output_cost: outputCost / outputTokens }),
  }
}

/** Usages added; details that none tells stay out. */
export function sumUsage(usages: Usage[]): Usage {
  const sum: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  for (const usage of usages) {
    for (const name of Object.keys(usage) as (keyof Usage)[])
      sum[name] = (sum[name] ?? 0) + (usage[name] ?? 0)
  }
  return sum
}

/** Where a vendor's own search found what an answer says, as the documents that the reference shows; each once. */
export function webSourcesOf(parts: readonly Part[]): JsonObject[] {
  const found = new Map<string, JsonObject>()
  for (const part of parts) {
    if (part.type !== 'source') continue
    const { id, url, title = url ?? id } = part
    const metadata = { title, ...(url === undefined ? {} : { source: url }) }
    found.set(url ?? id, { pageContent: title, metadata })
  }
  return [...found.values()]
}

/** What models thought on the way to an answer, and for how many seconds (`engine.md` 3.9); empty when they told nothing. */
export function describeThinking(replies: readonly Pick<TimedReply, 'parts' | 'thinkingMs'>[]): {
  reasonContent?: ReasonContent
} {
  const thoughts = replies.map(({ parts }) => reasoningOf(parts)).filter((text) => text !== '')
  if (thoughts.length === 0) return {}
  const lengths = replies.flatMap(({ thinkingMs }) => (thinkingMs === undefined ? [] : [thinkingMs]))
  const total = lengths.reduce((sum, each) => sum + each, 0)
  return {
    reasonContent: {
      thinking: thoughts.join(BETWEEN_THOUGHTS),
      ...(lengths.length > 0 && { thinkingDuration: thinkingSeconds(total) }),
    },
  }
}

/** The output of a step that asked a model (`engine.md` 3.9): text, times, usage and what the vendor says. */
export function describeReply(reply: TimedReply, content: string): JsonObject {
  const { start, end, delta } = reply.time
  const sources = webSourcesOf(reply.parts)
  return {
    content,
    timeMetadata: { start, end, delta },
    usageMetadata: describeUsage(reply.usage),
    ...(reply.metadata === undefined ? {} : { responseMetadata: reply.metadata }),
    ...describeThinking([reply]),
    ...(sources.length === 0 ? {} : { sourceDocuments: sources }),
  }
}

/** Messages as a step shows what it asked: plain JSON. */
export function asShown(messages: readonly ModelMessage[]): JsonValue {
  return messages as unknown as JsonValue
}
