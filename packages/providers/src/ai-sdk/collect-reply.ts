import type {
  LanguageModelV4Content,
  LanguageModelV4File,
  LanguageModelV4FinishReason,
  LanguageModelV4Source,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue, type Usage } from '@runnel/contract'
import {
  type FilePart,
  ModelError,
  type ModelReply,
  type Part,
  type ReasoningPart,
  type SourcePart,
  type TextPart,
  type VendorData,
} from '@runnel/node-kit'
import { STRUCTURE_TOOL } from './convert-to-sdk-call.ts'

/** Whom a reply is from. */
export interface ReplyFrom {
  vendor: string
  modelName: string
  /** The vendor's key for what it wants back (`VendorRules`). */
  namespace: string
}

/** What ends a reply. */
export interface ReplyEnd {
  usage: LanguageModelV4Usage
  finishReason: LanguageModelV4FinishReason
  id: string | undefined
  modelId: string | undefined
}

/** A vendor's reply as ours. A reply that broke off is a `ModelError`. */
export function makeReply(parts: Part[], end: ReplyEnd, { vendor, modelName }: ReplyFrom): ModelReply {
  if (end.finishReason.unified === 'interrupted') {
    throw new ModelError(`${vendor} cut its answer off in the middle (model ${modelName}). Try again.`, {
      retryable: true,
    })
  }
  const kept = parts.filter((part) => !isEmptyText(part))
  return {
    parts: structureAsText(kept),
    usage: mapUsage(end.usage),
    finishReason: end.finishReason.unified,
    metadata: describeEnd(end),
  }
}

/** An answer given by that tool, as the text that any vendor gives it in. */
function structureAsText(parts: Part[]): Part[] {
  return parts.map((part) =>
    part.type === 'tool-call' && part.name === STRUCTURE_TOOL
      ? { type: 'text', text: JSON.stringify(part.input) }
      : part,
  )
}

function isEmptyText(part: Part): boolean {
  return (part.type === 'text' || part.type === 'reasoning') && part.text === '' && part.vendor === undefined
}

/** One piece of a whole reply as our part; undefined for what has no place in a conversation. */
export function toPart(content: LanguageModelV4Content, from: ReplyFrom): Part | undefined {
  switch (content.type) {
    case 'text':
    case 'reasoning':
      return { type: content.type, text: content.text, ...vendorOf(content.providerMetadata) }
    case 'tool-call':
      return {
        type: 'tool-call',
        id: content.toolCallId,
        name: content.toolName,
        input: parseInput(content, from),
        ...(content.providerExecuted
          ? { builtIn: true, vendor: builtInOf(content.providerMetadata, from) }
          : vendorOf(content.providerMetadata)),
      }
    case 'tool-result':
      return {
        type: 'tool-result',
        id: content.toolCallId,
        name: content.toolName,
        content: { json: toJson(content.result) },
        builtIn: true,
        ...(content.isError ? { isError: true } : {}),
        vendor: builtInOf(content.providerMetadata, from),
      }
    case 'source':
      return toSource(content)
    case 'file':
      return toFile(content, from)
    default:
      return undefined
  }
}

function toFile({ mediaType, data, providerMetadata }: LanguageModelV4File, from: ReplyFrom): FilePart {
  const { filename } = providerMetadata?.[from.namespace] ?? {}
  const source = data.type === 'data' ? { base64: toBase64(data.data) } : { url: String(data.url) }
  return { type: 'file', mediaType, source, ...(typeof filename === 'string' && { name: filename }) }
}

function toSource(source: LanguageModelV4Source): SourcePart {
  const { id, title, providerMetadata } = source
  return {
    type: 'source',
    id,
    ...(title === undefined ? {} : { title }),
    ...(source.sourceType === 'url' ? { url: source.url } : {}),
    ...vendorOf(providerMetadata),
  }
}

/** Adds what a vendor says of a block later: per vendor the later word counts, what it leaves out stays. */
export function addVendor(
  part: TextPart | ReasoningPart,
  metadata: SharedV4ProviderMetadata | undefined,
): void {
  if (metadata === undefined) return
  const merged: VendorData = { ...part.vendor }
  for (const [vendor, data] of Object.entries(metadata)) {
    const fresh = Object.entries(data).filter(([, value]) => value !== null && value !== undefined)
    merged[vendor] = { ...merged[vendor], ...(Object.fromEntries(fresh) as JsonObject) }
  }
  part.vendor = merged
}

function vendorOf(metadata: SharedV4ProviderMetadata | undefined): { vendor?: VendorData } {
  return metadata === undefined || Object.keys(metadata).length === 0
    ? {}
    : { vendor: toJson(metadata) as VendorData }
}

/** What a vendor ran itself goes back to that vendor only, also where it wants nothing else back with it. */
function builtInOf(metadata: SharedV4ProviderMetadata | undefined, { namespace }: ReplyFrom): VendorData {
  return { [namespace]: {}, ...vendorOf(metadata).vendor }
}

/** Vendors' objects are JSON by their protocol; absent fields are left out. */
function toJson(value: unknown): JsonValue {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? null : (JSON.parse(text) as JsonValue)
}

function toBase64(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : data.toBase64()
}

function parseInput(call: { toolName: string; input: string }, { vendor, modelName }: ReplyFrom): JsonValue {
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

function mapUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const input = inputTokens.total ?? 0
  const output = outputTokens.total ?? 0
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: input + output,
    ...(inputTokens.cacheRead ? { cachedInputTokens: inputTokens.cacheRead } : {}),
    ...(inputTokens.cacheWrite ? { cacheWriteTokens: inputTokens.cacheWrite } : {}),
    ...(outputTokens.reasoning ? { reasoningTokens: outputTokens.reasoning } : {}),
  }
}

function describeEnd({ id, modelId, finishReason }: ReplyEnd): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    ...(modelId === undefined ? {} : { model_name: modelId }),
    ...(finishReason.raw === undefined ? {} : { finish_reason: finishReason.raw }),
  }
}

/**
 * How servers that speak OpenAI's protocol tell what their models think: under one of two names, which the SDK's model
 * passes over.
 */
export function reasoningOfRaw(raw: unknown): string {
  const choices = isJsonObject(raw) && Array.isArray(raw.choices) ? raw.choices : []
  const [choice] = choices.filter(isJsonObject)
  const told = choice?.delta ?? choice?.message
  if (!isJsonObject(told)) return ''
  const text = told.reasoning_content || told.reasoning
  return typeof text === 'string' ? text : ''
}
