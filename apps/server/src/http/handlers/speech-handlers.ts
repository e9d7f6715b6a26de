import { isRunnelError, type speechRoutes } from '@runnel/contract'
import {
  listVoices,
  type ServingContext,
  type SpokenAnswer,
  speakText,
  stopSpeech,
  untilStopped,
} from '@runnel/operations'
import type { Call, HandlersOf } from '../call.ts'
import { signalWhenCallerIsOut } from '../caller-watch.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'
import { logFault } from '../on-error.ts'
import { speechFrames } from '../speech-frames.ts'
import { openEventStream } from '../stream-events.ts'

const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify({ event, data })}\n\n`

function answerOf({ body }: Call<'generateSpeech'>): SpokenAnswer | undefined {
  const { chatflowId: flowId, chatId, chatMessageId } = body
  return flowId && chatId && chatMessageId ? { flowId, chatId, chatMessageId } : undefined
}

/** Reads a text out as an event stream. What is refused is told in the stream, as published clients expect it. */
async function generate(context: ServingContext, limiter: FlowRateLimiter, call: Call<'generateSpeech'>) {
  const { body, principal, request, reply } = call
  const stream = openEventStream(reply)
  const stopped = new AbortController()
  const answer = answerOf(call)
  const stop = () => stopped.abort()
  let settle: (() => void) | undefined
  try {
    settle = answer && (await untilStopped(context, principal, { answer, stop }))
    const speech = await speakText(context, {
      body,
      principal,
      origin: request.headers.origin,
      countCall: (limit) => limiter.take(body.chatflowId ?? '', request.ip, limit),
      signal: AbortSignal.any([stream.signal, stopped.signal, signalWhenCallerIsOut(reply)]),
    })
    for await (const { event, data } of speechFrames(speech, body.chatMessageId))
      await stream.write(frame(event, data))
  } catch (error) {
    if (stopped.signal.aborted) await stream.write(frame('tts_abort', { chatMessageId: body.chatMessageId }))
    else if (!stream.signal.aborted) {
      const message = isRunnelError(error) ? error.message : logFault(error, request).message
      await stream.write(frame('tts_error', { error: message }))
    }
  } finally {
    settle?.()
    stream.end()
  }
  return reply
}

/** Texts that are read out. */
export function speechHandlers(
  context: ServingContext,
  limiter: FlowRateLimiter,
): HandlersOf<typeof speechRoutes> {
  return {
    generateSpeech: (call) => generate(context, limiter, call),
    async abortSpeech({ principal, body }) {
      const { chatflowId: flowId, chatId, chatMessageId } = body
      await stopSpeech(context, principal, { flowId, chatId, chatMessageId })
      return { message: 'Reading out stopped', chatId, chatMessageId }
    },
    listVoices: ({ principal, query }) => listVoices(context, principal, query),
  }
}
