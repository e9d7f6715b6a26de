import { type JsonObject, RunnelError, type Usage } from '@runnel/contract'
import type {
  ChatModel,
  ModelPart,
  ModelReference,
  ModelReply,
  ModelRequest,
  StepModel,
  TimeSpan,
} from '@runnel/node-kit'
import type { StepRun } from '../step/step-run.ts'
import { labelOf } from '../step-label.ts'
import { retryCall } from './retry-call.ts'
import { runSubStep } from './run-sub-step.ts'

/** A model for one step: opened on its first call that the journal does not answer. */
export function createStepModel(stepRun: StepRun, reference: ModelReference): StepModel {
  const { session } = stepRun.scope
  let opened: Promise<ChatModel> | undefined
  const open = () => {
    opened ??= session.ports.openModel(reference)
    return opened
  }
  return {
    call: (request, options) =>
      callModel(stepRun, { reference, open, request, show: options?.show === true }),
  }
}

/** A reply is plain JSON by contract, so that the journal can keep it. */
type JournaledReply = ModelReply & JsonObject

interface ModelCall {
  reference: ModelReference
  open(): Promise<ChatModel>
  request: ModelRequest
  show: boolean
}

type TimedReply = ModelReply & { time: TimeSpan }

function callModel(stepRun: StepRun, call: ModelCall): Promise<TimedReply> {
  const path = `${stepRun.path}/m${stepRun.counters.models}`
  stepRun.counters.models += 1
  stepRun.counters.tools = 0
  return stepRun.calls.track(path, () => callAt(stepRun, call, path))
}

async function callAt(stepRun: StepRun, call: ModelCall, path: string): Promise<TimedReply> {
  const { sink, budget } = stepRun.scope.session
  const { type, values } = call.reference
  const { reply, startedAt, finishedAt, replayed } = await runSubStep<JournaledReply>(stepRun, {
    path,
    kind: 'model',
    what: 'A model call',
    request: { model: { type, values }, request: call.request },
    repeatable: true,
    make: () => makeModelCall(stepRun, call),
    read: (output) => output as JournaledReply,
    usageOf: (made) => made.usage,
    refuse: (message) => {
      throw new RunnelError('step_failed', message)
    },
  })
  if (!replayed) budget.addUsage(reply.usage)
  if (!replayed || !stepRun.subflowResult) addToStep(stepRun, reply.usage)
  if (!replayed) sink.emit({ type: 'usage-reported', path, nodeId: stepRun.step.node.id, usage: reply.usage })
  else if (call.show && stepRun.showsReplayedText) stepRun.speaker.say(reply.text)
  budget.checkTokens()
  return { ...reply, time: { start: startedAt, end: finishedAt, delta: finishedAt - startedAt } }
}

/** Counts tokens for the step; those of its first half are not counted again in its second. */
function addToStep(stepRun: StepRun, usage: Usage): void {
  const before = stepRun.usage
  stepRun.usage = {
    inputTokens: (before?.inputTokens ?? 0) + usage.inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + usage.outputTokens,
    totalTokens: (before?.totalTokens ?? 0) + usage.totalTokens,
  }
}

async function makeModelCall(stepRun: StepRun, call: ModelCall): Promise<JournaledReply> {
  const { session, signal } = stepRun.scope
  const { speaker } = stepRun
  const model = await call.open()
  const release = session.budget.reserveTokens(call.request, model.maxReplyTokens)
  try {
    const mark = speaker.mark()
    const make = call.show && speaker.isHeard ? streamReply : generateReply
    const reply = await retryCall(() => make(stepRun, model, call.request), {
      ports: session.ports,
      signal,
      mayRetry: () => speaker.rewind(mark),
    })
    return reply as JournaledReply
  } finally {
    release()
  }
}

function generateReply(stepRun: StepRun, model: ChatModel, request: ModelRequest): Promise<ModelReply> {
  return model.generate(request, stepRun.scope.signal)
}

async function streamReply(stepRun: StepRun, model: ChatModel, request: ModelRequest): Promise<ModelReply> {
  for await (const part of model.stream(request, stepRun.scope.signal)) {
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
