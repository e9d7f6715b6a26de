import type { LanguageModelV4Content, LanguageModelV4FinishReason } from '@ai-sdk/provider'
import type { JsonObject, JsonValue, Usage } from '@runnel/contract'
import { ModelError, type ModelReply, type ToolCall } from '@runnel/node-kit'

/** A tool call with its input as the vendor's text. */
interface RawToolCall {
  toolCallId: string
  toolName: string
  input: string
}

/** The parts of a vendor's reply, however they came. */
export interface ReplyParts {
  text: string
  reasoning: string
  toolCalls: RawToolCall[]
  usage: { inputTokens: { total: number | undefined }; outputTokens: { total: number | undefined } }
  finishReason: LanguageModelV4FinishReason
  id: string | undefined
  modelId: string | undefined
}

/** A vendor's reply as ours. A reply that broke off, or a tool call that is no JSON, is a `ModelError`. */
export function mapReply(parts: ReplyParts, endpoint: { vendor: string; modelName: string }): ModelReply {
  const { vendor, modelName } = endpoint
  if (parts.finishReason.unified === 'interrupted') {
    throw new ModelError(`${vendor} cut its answer off in the middle (model ${modelName}). Try again.`, {
      retryable: true,
    })
  }
  return {
    text: parts.text,
    toolCalls: parts.toolCalls.map((call) => mapToolCall(call, endpoint)),
    ...(parts.reasoning === '' ? {} : { reasoning: parts.reasoning }),
    usage: mapUsage(parts.usage),
    finishReason: parts.finishReason.unified,
    metadata: describe(parts),
  }
}

/** Texts and tool calls of a reply that came whole. */
export function splitContent(content: LanguageModelV4Content[]) {
  const textOf = (type: 'text' | 'reasoning') =>
    content.map((part) => (part.type === type ? part.text : '')).join('')
  return {
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    toolCalls: content.filter((part) => part.type === 'tool-call'),
  }
}

function mapToolCall(call: RawToolCall, endpoint: { vendor: string; modelName: string }): ToolCall {
  return { id: call.toolCallId, name: call.toolName, input: parseInput(call, endpoint) }
}

function parseInput(call: RawToolCall, { vendor, modelName }: { vendor: string; modelName: string }) {
  if (call.input.trim() === '') return {}
  try {
    const parsed: JsonValue = JSON.parse(call.input)
    return parsed
  } catch (cause) {
    throw new ModelError(
      `The model ${modelName} of ${vendor} asked for the tool ${call.toolName} with input that is not JSON. Try again, or choose a model that is better with tools.`,
      { retryable: true, cause },
    )
  }
}

function mapUsage({ inputTokens, outputTokens }: ReplyParts['usage']): Usage {
  const input = inputTokens.total ?? 0
  const output = outputTokens.total ?? 0
  return { inputTokens: input, outputTokens: output, totalTokens: input + output }
}

function describe({ id, modelId, finishReason }: ReplyParts): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    ...(modelId === undefined ? {} : { model_name: modelId }),
    ...(finishReason.raw === undefined ? {} : { finish_reason: finishReason.raw }),
  }
}
