import {
  type ChatModel,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  sumUsage,
} from '@runnel/node-kit'

/** How often one answer may be paused; a model that never ends is left there with what it has. */
const MOST_PAUSES = 8

/**
 * A long turn with the vendor's own tools comes back unfinished (`pause_turn`): it is sent back as it is, and the model
 * goes on. Seen from outside it is one answer.
 */
export function goOnWhenPaused(model: ChatModel): ChatModel {
  return { ...model, generate: (request, signal) => generate(model, request, signal), stream: stream(model) }
}

async function generate(model: ChatModel, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
  let reply = await model.generate(request, signal)
  for (let pause = 0; isPaused(reply) && pause < MOST_PAUSES; pause++) {
    reply = joinReplies(reply, await model.generate(goingOn(request, reply), signal))
  }
  return reply
}

function stream(model: ChatModel): ChatModel['stream'] {
  return (request, signal) => streamTurns(model, { request, signal, pauses: 0 })
}

interface Turns {
  request: ModelRequest
  signal: AbortSignal
  /** How often the answer was paused so far, and what it holds up to there. */
  pauses: number
  before?: ModelReply
}

async function* streamTurns(model: ChatModel, turns: Turns): AsyncGenerator<ModelPart> {
  const { before, signal, pauses } = turns
  const request = before ? goingOn(turns.request, before) : turns.request
  let reply: ModelReply | undefined
  for await (const part of model.stream(request, signal)) {
    if (part.type === 'finish') reply = joinReplies(before, part.reply)
    else yield part
  }
  if (!reply) return
  if (!isPaused(reply) || pauses >= MOST_PAUSES) yield { type: 'finish', reply }
  else yield* streamTurns(model, { ...turns, before: reply, pauses: pauses + 1 })
}

function isPaused({ metadata }: ModelReply): boolean {
  return metadata?.finish_reason === 'pause_turn'
}

function goingOn(request: ModelRequest, { parts }: ModelReply): ModelRequest {
  return { ...request, messages: [...request.messages, { role: 'assistant', content: parts }] }
}

function joinReplies(before: ModelReply | undefined, after: ModelReply): ModelReply {
  if (!before) return after
  return {
    ...after,
    parts: [...before.parts, ...after.parts],
    usage: sumUsage([before.usage, after.usage]),
  }
}
