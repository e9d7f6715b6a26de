import type { LanguageModelV4 } from '@ai-sdk/provider'
import {
  type ChatModel,
  ModelError,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  type ProviderContext,
} from '@runnel/node-kit'
import { type CallRules, convertToSdkCall } from './convert-to-sdk-call.ts'
import { describeVendorError, type Endpoint } from './describe-vendor-error.ts'
import { mapReply, splitContent } from './map-reply.ts'
import { readSdkStream } from './read-sdk-stream.ts'
import { type Deadline, startDeadline } from './start-deadline.ts'
import type { StreamTap } from './tap-stream.ts'

/** A model of the AI SDK, and how this product calls it. */
export interface SdkChatModelOptions {
  model: LanguageModelV4
  endpoint: Endpoint
  rules: CallRules
  /** For vendors whose streams are read by us: the tap on the model's `fetch`, and the reader. */
  reading?: StreamReading
  /** Off: the vendor is never asked to stream, the text comes in one piece. */
  streams: boolean
  /** How long the vendor may take to begin its answer, in milliseconds; undefined for no limit of our own. */
  timeoutMs: number | undefined
  sleep: ProviderContext['sleep']
}

/** How streams are read past the SDK. */
export interface StreamReading {
  tap: StreamTap
  read(body: ReadableStream<Uint8Array>, endpoint: Endpoint): AsyncIterable<ModelPart>
}

/** A chat model over any model of the AI SDK: one vendor call each, no retries. */
export function createSdkChatModel(options: SdkChatModelOptions): ChatModel {
  return {
    maxReplyTokens: options.rules.settings.maxOutputTokens,
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
  const { model, rules, endpoint, timeoutMs } = options
  const deadline = timeoutMs === undefined ? undefined : startDeadline(timeoutMs, signal, options.sleep)
  try {
    const result = await model.doGenerate(convertToSdkCall(request, rules, deadline?.signal ?? signal))
    const { usage, finishReason, response } = result
    const parts = { usage, finishReason, id: response?.id, modelId: response?.modelId }
    return mapReply({ ...splitContent(result.content), ...parts }, endpoint)
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
  const { model, rules, endpoint, reading } = options
  const deadline = startDeadline(options.timeoutMs, signal, options.sleep)
  try {
    reading?.tap.expect(deadline.signal)
    const result = await model.doStream(convertToSdkCall(request, rules, deadline.signal))
    const tapped = reading?.tap.take(deadline.signal)
    const parts = reading && tapped ? reading.read(tapped, endpoint) : readSdkStream(result.stream, endpoint)
    for await (const part of parts) {
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
  if (reply.reasoning) yield { type: 'reasoning', text: reply.reasoning }
  if (reply.text !== '') yield { type: 'text', text: reply.text }
  yield { type: 'finish', reply }
}

interface Failure {
  options: SdkChatModelOptions
  signal: AbortSignal
  deadline: Deadline | undefined
}

function explain(error: unknown, { options, signal, deadline }: Failure): unknown {
  if (signal.aborted) return error
  if (deadline?.hasPassed()) return timeoutError(options, error)
  return describeVendorError(error, options.endpoint)
}

function timeoutError({ endpoint, timeoutMs }: SdkChatModelOptions, cause: unknown): ModelError {
  return new ModelError(
    `${endpoint.vendor} did not begin to answer within ${timeoutMs} ms (model ${endpoint.modelName}). Try again, or raise the timeout of the model.`,
    { retryable: true, cause },
  )
}
