import { isRunnelError, type RunEvent, type RunnelError } from '@runnel/contract'
import { type AcceptedMessage, readResult, type Speech } from '@runnel/operations'
import type { FastifyReply } from 'fastify'
import { logFault } from './on-error.ts'
import { createFrameWriter, END_FRAME, type FrameWriter, predictionFrame } from './prediction-frames.ts'
import { speechFrames } from './speech-frames.ts'
import { type EventStream, openEventStream } from './stream-events.ts'

const MAX_HEADER_NAMES = 50
const DELETED = 'The run was deleted before it ended.'

/** Tells the id of the run, the secret that lets its caller follow and stop it, and what of the call was ignored. */
export function setRunHeaders(
  reply: FastifyReply,
  accepted: Pick<AcceptedMessage, 'runId' | 'secret' | 'ignored'>,
): void {
  reply.header('X-Run-Id', accepted.runId)
  if (accepted.secret !== undefined) reply.header('X-Run-Secret', accepted.secret)
  if (accepted.ignored.length === 0) return
  const names = accepted.ignored
    .slice(0, MAX_HEADER_NAMES)
    .map((name) => name.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 100))
  reply.header('X-Ignored-Fields', names.join(', '))
}

async function answerWhole(reply: FastifyReply, accepted: AcceptedMessage): Promise<FastifyReply> {
  const result = await readResult(accepted)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
}

const textOf = (event: RunEvent) =>
  event.type === 'run-end' && event.status === 'finished' ? event.text : undefined

const isLast = (event: RunEvent) => event.type === 'run-end' || event.type === 'run-wait'

/** Has the answer of a run read out; undefined where nobody reads. */
export type ReadOut = (text: string, signal: AbortSignal) => Promise<Speech | undefined>

/** How an answer is given beside its events. */
interface Answering {
  readOut?: ReadOut | undefined
  /** Aborted when the caller may hear no more. */
  signal?: AbortSignal | undefined
}

/** What an answer in pieces is made of. */
interface Streamed {
  stream: EventStream
  writer: FrameWriter
  /** The answer of a run that ended well. */
  text?: string | undefined
}

/** Writes the frames of a run to its end; gives why it was cut before. */
async function writeEvents(
  { events }: Pick<AcceptedMessage, 'events'>,
  streamed: Streamed,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { stream, writer } = streamed
  let isWhole = false
  try {
    for await (const batch of events) {
      if (stream.signal.aborted) return undefined
      await stream.write(batch.map(({ event }) => writer.frames(event)).join(''))
      const last = batch.find(({ event }) => isLast(event))
      isWhole ||= last !== undefined
      if (last) streamed.text = textOf(last.event)
    }
  } catch (error) {
    if (isRunnelError(error)) return error.message
    throw error
  }
  if (isWhole) return undefined
  return isRunnelError(signal?.reason) ? signal.reason.message : DELETED
}

/** Reads the answer out behind it. An answer that cannot be read out is an answer all the same. */
async function writeSpeech(
  reply: FastifyReply,
  { stream, text }: Streamed,
  { readOut, messageId, signal }: { readOut: ReadOut; messageId: string; signal: AbortSignal | undefined },
): Promise<void> {
  if (text === undefined) return
  try {
    const speech = await readOut(text, AbortSignal.any([stream.signal, ...(signal ? [signal] : [])]))
    if (!speech) return
    for await (const { event, data } of speechFrames(speech, messageId))
      await stream.write(predictionFrame(event, data))
  } catch (error) {
    if (stream.signal.aborted) return
    logFault(error, reply.request)
    await stream.write(predictionFrame('tts_abort', { chatMessageId: messageId }))
  }
}

async function answerStreamed(
  reply: FastifyReply,
  accepted: AcceptedMessage,
  { readOut, signal }: Answering,
): Promise<FastifyReply> {
  const stream = openEventStream(reply)
  const isAgentFlow = accepted.flowType === 'AGENTFLOW' || accepted.flowType === 'MULTIAGENT'
  const writer = createFrameWriter(isAgentFlow, accepted.executedBefore)
  try {
    if (accepted.executedBefore) await stream.write(writer.resume())
    const streamed: Streamed = { stream, writer }
    const cut = await writeEvents(accepted, streamed, signal)
    if (cut !== undefined) await stream.write(predictionFrame('error', cut))
    else if (readOut) await writeSpeech(reply, streamed, { readOut, messageId: accepted.messageId, signal })
  } catch (error) {
    // The head is sent, so nobody else can tell the caller any more.
    const { message } = logFault(error, reply.request)
    await stream.write(predictionFrame('error', message))
  }
  await stream.write(END_FRAME)
  stream.end()
  return reply
}

/** Answers a prediction: one JSON, or the reference's event stream when it was asked for and the flow can stream. */
export async function answerPrediction(
  reply: FastifyReply,
  accepted: AcceptedMessage,
  answering: Answering = {},
): Promise<FastifyReply> {
  setRunHeaders(reply, accepted)
  return accepted.streams ? answerStreamed(reply, accepted, answering) : answerWhole(reply, accepted)
}

/** Refusals of a streaming prediction that the widget prints as they are: text, not JSON. */
export function isPlainTextRefusal(error: unknown, isStreaming: boolean): error is RunnelError {
  return isStreaming && isRunnelError(error) && [401, 403, 429].includes(error.status)
}
