import {
  type JsonObject,
  RunnelError,
  reasoningOf,
  type TokenPrice,
  textOf,
  thinkingSeconds,
  type Usage,
} from '@runnel/contract'
import type {
  CallContext,
  ChatModel,
  Component,
  ModelPart,
  ModelReply,
  ModelRequest,
  TimedReply,
} from '@runnel/node-kit'
import { openForCall, provides } from '../components/component.ts'
import { addUsage } from '../run-session.ts'
import { labelOf } from '../schedule/schedule-state.ts'
import { type CallFrame, isStepFrame, type StepRun } from '../step/step-run.ts'
import type { Speaker } from '../streaming/speaker.ts'
import { answerFromCache } from './cached-reply.ts'
import { makeCall, retryCall } from './make-call.ts'

/** A reply is plain JSON by contract, so that the journal can keep it. */
type JournaledReply = ModelReply & JsonObject

const MILLION = 1_000_000

interface ModelCall {
  component: Component
  request: ModelRequest
  /** Whether its text is part of the answer, as this step's readers see it. */
  show: boolean
  /** Makes the context for what the model's cache calls. */
  inner(frame: CallFrame): CallContext
}

/** Asks a model: one journaled call, retried and streamed. */
export async function callModel(frame: CallFrame, call: ModelCall): Promise<TimedReply> {
  const { stepRun } = frame
  const models = frame.counts.get('m') ?? 0
  frame.counts.set('m', models + 1)
  frame.counts.set('t', 0)
  const path = `${frame.path}/m${models}`
  const { sink, budget } = stepRun.scope.session
  const shown = { ...call, show: call.show && isStepFrame(frame) }
  const { type, values } = call.component
  const { reply, startedAt, finishedAt, replayed } = await makeCall<JournaledReply>(frame, {
    path,
    kind: 'model',
    what: 'A model call',
    request: { model: { type, values }, request: call.request },
    effects: 'read',
    make: (own) => {
      const ask = () => makeModelCall(stepRun, { ...shown, path })
      const cache = findCache(stepRun, call.component)
      if (!cache) return ask()
      const tell = (kept: ModelReply) => tellReply(stepRun, shown.show, kept)
      return answerFromCache({ ...call, cache, stepRun, call: call.inner(own) }, { tell, ask })
    },
    tell: ({ usage }) => ({ usage }),
  })
  stepRun.usage = addUsage(stepRun.usage, reply.usage)
  if (!replayed) {
    budget.addUsage(reply.usage)
    sink.emit({ type: 'usage-reported', path, nodeId: stepRun.step.node.id, usage: reply.usage })
  } else if (stepRun.showsReplayedText) tellReply(stepRun, shown.show, reply)
  budget.checkTokens()
  return { ...reply, time: { start: startedAt, end: finishedAt, delta: finishedAt - startedAt } }
}

async function makeModelCall(stepRun: StepRun, call: ModelCall & { path: string }): Promise<JournaledReply> {
  const { session } = stepRun.scope
  const { speaker, signal } = stepRun
  const key = session.ports.hash(`${session.options.runId} ${call.path}`)
  const { opened: model, present } = await openForCall(stepRun, call.component, { kind: 'chatModel', key })
  const release = session.budget.reserveTokens(call.request, model.maxReplyTokens)
  try {
    const mark = speaker.mark()
    const make = call.show && speaker.isHeard ? streamReply : generateReply
    const reply = await retryCall(() => present(() => make(stepRun, model, call.request)), {
      ports: session.ports,
      signal,
      mayRetry: () => speaker.rewind(mark),
    })
    const price = findPrice(stepRun, call.component, model)
    return { ...reply, usage: pricedUsage(reply.usage, price) } as JournaledReply
  } finally {
    release()
  }
}

/** What the tokens of a model or an embedder cost, as far as it is known. */
export function findPrice(
  { scope }: StepRun,
  { type }: Component,
  { identity }: Pick<ChatModel, 'identity'>,
): TokenPrice | undefined {
  return identity && scope.session.ports.findPrice(type, identity)
}

/** Tokens with what they cost: they are kept so, and cost the same when their call is played again. */
export function pricedUsage(usage: Usage, price: TokenPrice | undefined): Usage {
  if (price === undefined) return usage
  const { inputTokens, outputTokens, cachedInputTokens: read = 0, cacheWriteTokens: written = 0 } = usage
  const { input, output, cachedInput = input, cacheWrite = input } = price
  const fresh = Math.max(0, inputTokens - read - written)
  return {
    ...usage,
    inputCost: (fresh * input + read * cachedInput + written * cacheWrite) / MILLION,
    outputCost: (outputTokens * output) / MILLION,
  }
}

/** What keeps the replies of a model, whichever way it is wired to it. */
function findCache(stepRun: StepRun, { anchors }: Component): Component | undefined {
  for (const wired of Object.values(anchors)) {
    const cache = wired.find((each) => provides(stepRun, each, 'cache'))
    if (cache) return cache
  }
  return undefined
}

/** A reply that was not asked for now: readers of a stream get its thoughts and its text whole. */
function tellReply({ speaker }: StepRun, show: boolean, { parts, thinkingMs }: ModelReply): void {
  if (!show || !speaker.isHeard) return
  const thinking = reasoningOf(parts)
  if (thinking !== '') speaker.reason(thinking)
  if (thinking !== '' && thinkingMs !== undefined) speaker.reason('', thinkingSeconds(thinkingMs))
  speaker.say(textOf(parts))
}

/** Of a reply that comes whole nobody can tell when its thoughts ended: they took the time that it took. */
async function generateReply(stepRun: StepRun, model: ChatModel, request: ModelRequest): Promise<ModelReply> {
  const clock = startThinkingClock(stepRun.scope.session.ports.now)
  const reply = await model.generate(request, stepRun.signal)
  if (reasoningOf(reply.parts) !== '') clock.think()
  clock.stop()
  return withThinking(reply, clock)
}

function withThinking(reply: ModelReply, clock: ThinkingClock): ModelReply {
  const thinkingMs = clock.total()
  return thinkingMs === undefined ? reply : { ...reply, thinkingMs }
}

async function streamReply(stepRun: StepRun, model: ChatModel, request: ModelRequest): Promise<ModelReply> {
  const clock = startThinkingClock(stepRun.scope.session.ports.now)
  for await (const part of model.stream(request, stepRun.signal)) {
    const reply = takePart(stepRun, part, clock)
    if (reply) return withThinking(reply, clock)
  }
  throw new RunnelError(
    'model_error',
    `The model's stream for "${labelOf(stepRun.step)}" ended before its reply was whole. Try again.`,
  )
}

function takePart({ speaker }: StepRun, part: ModelPart, clock: ThinkingClock): ModelReply | undefined {
  switch (part.type) {
    case 'text':
      endThought(speaker, clock)
      speaker.say(part.text)
      return undefined
    case 'reasoning':
      clock.think()
      speaker.reason(part.text)
      return undefined
    case 'finish':
      endThought(speaker, clock)
      return part.reply
    default:
      return part satisfies never
  }
}

/** Tells readers that a thought is over, when there was one. */
function endThought(speaker: Speaker, clock: ThinkingClock): void {
  const length = clock.stop()
  if (length !== undefined) speaker.reason('', thinkingSeconds(length))
}

/** Tokens that only went in, as an embedder reports them, and what they cost where that is known. */
export type InputTokens = { inputTokens: number; inputCost?: number }

/** The usage of tokens that only went in. */
export function inputUsage({ inputTokens, inputCost }: InputTokens): Usage {
  const usage = { inputTokens, outputTokens: 0, totalTokens: inputTokens }
  return inputCost === undefined ? usage : { ...usage, inputCost, outputCost: 0 }
}

/**
 * Measures how long a model thinks: from being asked until its first word, and again where it goes on to think between
 * words. A vendor tells of its thoughts late and in pieces, so that their first piece is not when they began.
 */
interface ThinkingClock {
  /** A piece of a thought came. */
  think(): void
  /** Something else came: the milliseconds of the thought that ends so, undefined when there was none. */
  stop(): number | undefined
  /** All thoughts so far; undefined when there was none. */
  total(): number | undefined
}

/** Starts the clock as the model is asked. */
function startThinkingClock(now: () => number): ThinkingClock {
  let began: number | undefined = now()
  let isThinking = false
  let total: number | undefined
  return {
    think() {
      began ??= now()
      isThinking = true
    },
    stop() {
      const length = isThinking && began !== undefined ? now() - began : undefined
      if (length !== undefined) total = (total ?? 0) + length
      isThinking = false
      began = undefined
      return length
    },
    total: () => total,
  }
}
