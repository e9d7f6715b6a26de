import { type JsonObject, RunnelError, reasoningOf, textOf, type Usage } from '@runnel/contract'
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
import { answerFromCache } from './cached-reply.ts'
import { makeCall, retryCall } from './make-call.ts'

/** A reply is plain JSON by contract, so that the journal can keep it. */
type JournaledReply = ModelReply & JsonObject

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
    usageOf: (made) => made.usage,
  })
  stepRun.usage = addUsage(stepRun.usage, reply.usage)
  if (!replayed) {
    budget.addUsage(reply.usage)
    sink.emit({ type: 'usage-reported', path, nodeId: stepRun.step.node.id, usage: reply.usage })
  } else if (shown.show && stepRun.showsReplayedText) stepRun.speaker.say(textOf(reply.parts))
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
    return reply as JournaledReply
  } finally {
    release()
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

/** A reply that was not asked for now: readers of a stream get its text whole. */
function tellReply({ speaker }: StepRun, show: boolean, { parts }: ModelReply): void {
  if (!show || !speaker.isHeard) return
  const thinking = reasoningOf(parts)
  if (thinking !== '') speaker.reason(thinking)
  speaker.say(textOf(parts))
}

function generateReply(stepRun: StepRun, model: ChatModel, request: ModelRequest): Promise<ModelReply> {
  return model.generate(request, stepRun.signal)
}

async function streamReply(stepRun: StepRun, model: ChatModel, request: ModelRequest): Promise<ModelReply> {
  for await (const part of model.stream(request, stepRun.signal)) {
    const reply = takePart(stepRun, part)
    if (reply) return reply
  }
  throw new RunnelError(
    'model_error',
    `The model's stream for "${labelOf(stepRun.step)}" ended before its reply was whole. Try again.`,
  )
}

function takePart(stepRun: StepRun, part: ModelPart): ModelReply | undefined {
  switch (part.type) {
    case 'text':
      stepRun.speaker.say(part.text)
      return undefined
    case 'reasoning':
      stepRun.speaker.reason(part.text)
      return undefined
    case 'finish':
      return part.reply
    default:
      return part satisfies never
  }
}

/** Tokens that only went in, as an embedder reports them. */
export function inputUsage(inputTokens: number): Usage {
  return { inputTokens, outputTokens: 0, totalTokens: inputTokens }
}
