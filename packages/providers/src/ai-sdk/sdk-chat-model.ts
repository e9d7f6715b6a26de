import type { LanguageModelV4 } from '@ai-sdk/provider'
import {
  type ChatModel,
  ModelError,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  reasoningOf,
  textOf,
  type VendorContext,
} from '@runnel/node-kit'
import { makeReply, type ReplyFrom, toPart } from './collect-reply.ts'
import { convertToSdkCall, type SdkSettings } from './convert-to-sdk-call.ts'
import { describeVendorError, type Endpoint } from './describe-vendor-error.ts'
import { readSdkStream } from './read-sdk-stream.ts'
import { type Deadline, startDeadline } from './start-deadline.ts'
import type { VendorRules } from './vendor-rules.ts'

/** A model of the AI SDK, and how this product calls it. */
export interface SdkChatModelOptions {
  model: LanguageModelV4
  endpoint: Endpoint
  /** Whether the vendor's own server is asked. */
  isHome: boolean
  rules: VendorRules
  settings: SdkSettings
  /** Off: the vendor is never asked to stream, the text comes in one piece. */
  streams: boolean
  /** Finds reasoning in the vendor's own frames, where the SDK's model passes it over. */
  reasoningOfRaw?: (raw: unknown) => string
  /** How long the vendor may take to begin its answer, in milliseconds; undefined for no limit of our own. */
  timeoutMs: number | undefined
  vendor: Pick<VendorContext, 'sleep' | 'readFile' | 'idempotencyKey'>
}

/** A chat model over any model of the AI SDK: one vendor call each, no retries. */
export function createSdkChatModel(options: SdkChatModelOptions): ChatModel {
  return {
    maxReplyTokens: options.settings.maxOutputTokens,
    identity: { modelName: options.endpoint.modelName, isHome: options.isHome },
    generate: (request, signal) => generate(options, request, signal),
    stream: (request, signal) =>
      options.streams ? stream(options, request, signal) : streamWhole(options, request, signal),
  }
}

async function generate(
  options: SdkChatModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { model, timeoutMs } = options
  const from = replyFrom(options)
  const deadline =
    timeoutMs === undefined ? undefined : startDeadline(timeoutMs, signal, options.vendor.sleep)
  try {
    const call = await convertToSdkCall(request, worldOf(options), deadline?.signal ?? signal)
    const { content, usage, finishReason, response } = await model.doGenerate(call)
    const thought = options.reasoningOfRaw?.(response?.body) ?? ''
    const parts = content.map((piece) => toPart(piece, from)).filter((part) => part !== undefined)
    return makeReply(
      thought === '' ? parts : [{ type: 'reasoning', text: thought }, ...parts],
      { usage, finishReason, id: response?.id, modelId: response?.modelId },
      from,
    )
  } catch (error) {
    throw explain(error, { options, signal, deadline })
  } finally {
    deadline?.end()
  }
}

async function* stream(
  options: SdkChatModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const { model, reasoningOfRaw } = options
  const deadline = startDeadline(options.timeoutMs, signal, options.vendor.sleep)
  try {
    const call = await convertToSdkCall(request, worldOf(options), deadline.signal)
    const { stream: parts } = await model.doStream({
      ...call,
      ...(reasoningOfRaw ? { includeRawChunks: true } : {}),
    })
    const reading = { from: replyFrom(options), ...(reasoningOfRaw ? { reasoningOfRaw } : {}) }
    for await (const part of readSdkStream(parts, reading)) {
      deadline.stopClock()
      yield part
    }
  } catch (error) {
    throw explain(error, { options, signal, deadline })
  } finally {
    deadline.end()
  }
}

async function* streamWhole(
  options: SdkChatModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const reply = await generate(options, request, signal)
  const reasoning = reasoningOf(reply.parts)
  const text = textOf(reply.parts)
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning }
  if (text !== '') yield { type: 'text', text }
  yield { type: 'finish', reply }
}

function replyFrom({ endpoint, rules }: SdkChatModelOptions): ReplyFrom {
  return { vendor: endpoint.vendor, modelName: endpoint.modelName, namespace: rules.namespace }
}

function worldOf({ rules, settings, vendor }: SdkChatModelOptions) {
  const { readFile, idempotencyKey } = vendor
  return { rules, settings, readFile, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
}

interface Failure {
  options: SdkChatModelOptions
  signal: AbortSignal
  deadline: Deadline | undefined
}

function explain(error: unknown, { options, signal, deadline }: Failure): unknown {
  if (signal.aborted) return error
  if (deadline?.hasPassed()) return timeoutError(options, error)
  return describeVendorError(error, { ...options.endpoint, outOfQuota: options.rules.outOfQuota })
}

function timeoutError({ endpoint, timeoutMs }: SdkChatModelOptions, cause: unknown): ModelError {
  return new ModelError(
    `${endpoint.vendor} did not begin to answer within ${timeoutMs} ms (model ${endpoint.modelName}). Try again, or raise the timeout of the model.`,
    { retryable: true, cause },
  )
}
