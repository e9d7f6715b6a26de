import { type JsonObject, type RunInput, RunnelError, type StepRecord } from '@runnel/contract'
import type { FlowAnswer, FlowRequest } from '@runnel/node-kit'
import type { AskedConversation, ConversationPin, KeptOfSession, PlannedFlow } from '../engine-ports.ts'
import { plainJson } from '../journal/canonical-json.ts'
import { isFatal } from '../run-error.ts'
import { untilAborted } from '../run-session.ts'
import { labelOf } from '../schedule/schedule-state.ts'
import type { Scope } from '../scope.ts'
import { readScopeAnswer } from '../step/read-answer.ts'
import { createSight, mergeState, presentRun } from '../step/sight.ts'
import { type CallFrame, isStepFrame, nextPath } from '../step/step-run.ts'
import { noteMade } from '../step/tell-made.ts'
import { parkWith } from './ask-person.ts'
import { makeCall } from './make-call.ts'

const MAX_DEPTH = 10

/** Runs another flow inside a call. What its steps did is in the journal by itself; the answer stands in the call's record. */
export async function runFlowCall(frame: CallFrame, request: FlowRequest): Promise<FlowAnswer> {
  checkDepth(frame, request.flowId)
  const path = nextPath(frame, 'f')
  const { show: _show, ...asked } = request
  let left: JsonObject | undefined
  const { reply, replayed } = await makeCall<JsonObject>(frame, {
    path,
    kind: 'flow',
    what: 'The flow',
    request: asked,
    effects: 'none',
    make: async () => {
      const { answer, state } = await walkFlow(frame, path, request)
      left = state
      return plainJson(answer)
    },
    tell: () => readExchange(frame, path, { request, left }),
  })
  if (replayed && mayHaveLostText(frame, request))
    await frame.stepRun.calls.track(path, () => walkFlow(frame, path, request))
  const answer = reply as unknown as FlowAnswer
  // Readers were told by the flow's own steps of what it found and made.
  noteMade(frame.stepRun, answer)
  return answer
}

/** Whether text of the flow's steps belongs to the answer. */
function speaks(frame: CallFrame, { show }: FlowRequest): boolean {
  const { isLast, speaker } = frame.stepRun
  return show === true && isStepFrame(frame) && isLast && speaker.isHeard
}

/** Text that was held when the process died reached nobody, though the steps that said it have ended. */
function mayHaveLostText(frame: CallFrame, request: FlowRequest): boolean {
  return frame.stepRun.showsReplayedText && speaks(frame, request)
}

/** What a flow gave: its answer, and the state that it left where it keeps it. */
interface FlowEnd {
  answer: FlowAnswer
  state?: JsonObject
}

async function walkFlow(frame: CallFrame, path: string, request: FlowRequest): Promise<FlowEnd> {
  const { stepRun } = frame
  const planned = await planFlow(frame, path, request)
  const scope = createFlowScope(frame, { path, request, planned })
  const end = await scope.walk(scope)
  switch (end.status) {
    case 'finished':
      return {
        answer: readScopeAnswer(scope),
        ...(planned.kept?.state && { state: mergeState(scope.start.state, scope.finished) }),
      }
    case 'waiting':
      return parkWith(stepRun, path, end.waiting)
    case 'failed':
      if (isFatal(end.error)) stepRun.fatal ??= end.error
      throw end.error
    case 'terminated':
      throw new RunnelError('run_aborted', 'Aborted: the run was stopped.')
    default:
      return end satisfies never
  }
}

function checkDepth({ stepRun }: CallFrame, flowId: string): void {
  const { flowIds } = stepRun.scope
  const label = labelOf(stepRun.step)
  if (flowIds.at(-1) === flowId) {
    throw new RunnelError('invalid_flow', `"${label}" runs the flow that it is part of. Choose another flow.`)
  }
  if (flowIds.length >= MAX_DEPTH) {
    throw new RunnelError(
      'invalid_flow',
      `"${label}" would be flow number ${flowIds.length + 1} inside each other; ${MAX_DEPTH} are allowed. ` +
        'Check whether these flows call each other.',
    )
  }
}

/** What a flow was begun with. */
interface FlowPin {
  versionId: string
  variables: Record<string, string>
  conversation: ConversationPin
  kept?: KeptOfSession
}

/** This engine wrote the record, so that its shape is known. */
function findPin({ stepRun }: CallFrame, path: string): FlowPin | undefined {
  return stepRun.scope.session.journal.findLatest(pinPath(path))?.output as unknown as FlowPin | undefined
}

const pinPath = (path: string) => `${path}/version`

/** What becomes part of the conversation with the flow, once it has answered. */
function readExchange(
  frame: CallFrame,
  path: string,
  { request: { flowId, question }, left }: { request: FlowRequest; left: JsonObject | undefined },
): Pick<StepRecord, 'exchange'> {
  const pin = findPin(frame, path)
  if (!pin) return {}
  const { chatId, sessionId } = pin.conversation
  return { exchange: { flowId, chatId, sessionId, question, ...(left && { state: left }) } }
}

/** By what names the caller knows the conversation. */
function nameConversation(input: RunInput, { conversation, overrides }: FlowRequest): AskedConversation {
  if (conversation === 'new') return {}
  const { chatId, sessionId } = input
  const given = overrides?.sessionId
  if (typeof given === 'string' && given !== '') return { chatId, sessionId: given }
  return conversation === 'session' ? { chatId, sessionId } : { chatId }
}

/** A resumed run goes on with the version and the conversation that it began with, and with what it saw of them then. */
async function planFlow(frame: CallFrame, path: string, request: FlowRequest): Promise<PlannedFlow> {
  const { flowId, overrides = {} } = request
  const { stepRun } = frame
  const { scope, signal } = stepRun
  const { session } = scope
  const pin = findPin(frame, path)
  const planned = await untilAborted(
    session.ports.planFlow({
      flowId,
      outerFlowId: scope.flowIds.at(-1) ?? scope.input.flowId,
      outerVersionId: scope.input.versionId,
      path,
      overrides,
      conversation: pin?.conversation ?? nameConversation(scope.input, request),
      ...(pin && { versionId: pin.versionId }),
    }),
    signal,
  )
  if (pin) return { ...planned, variables: pin.variables, kept: pin.kept ?? {} }
  const { pastHistory: _past, outsideSession: _outside, ...conversation } = planned.conversation
  const made: FlowPin = {
    versionId: planned.versionId,
    variables: planned.variables ?? {},
    conversation,
    ...(planned.kept && { kept: planned.kept }),
  }
  const now = session.ports.now()
  session.record({
    path: pinPath(path),
    attempt: 1,
    kind: 'flow',
    status: 'finished',
    nodeId: stepRun.step.node.id,
    nodeType: stepRun.step.node.type,
    repeatable: true,
    startedAt: now,
    finishedAt: now,
    output: plainJson({ flowId, ...made }),
  })
  return planned
}

const WHOLE = { forgetsHistory: false }

function createFlowScope(
  frame: CallFrame,
  { path, request, planned }: { path: string; request: FlowRequest; planned: PlannedFlow },
): Scope {
  const { scope, generation, speaker } = frame.stepRun
  // What is asked of the flow is the text of its caller: documents of the question are not asked once more.
  const {
    form: _form,
    initialState: _state,
    documents: _documents,
    outsideSession: _outside,
    ...outer
  } = presentRun(scope.input, WHOLE)
  const { conversation, kept = {} } = planned
  const { chatId, sessionId, outsideSession, pastHistory } = conversation
  const form = request.form ?? kept.form
  const input: RunInput = {
    ...outer,
    chatId,
    sessionId,
    ...(outsideSession !== undefined && { outsideSession }),
    flowId: request.flowId,
    flowType: planned.flowType,
    versionId: planned.versionId,
    question: request.question,
    ...(form && { form }),
    initialState: kept.state ?? {},
    overrides: planned.overrides,
    variables: planned.variables ?? {},
    prependedHistory: [],
    pastHistory,
  }
  return {
    session: scope.session,
    walk: scope.walk,
    plan: planned.plan,
    prefix: `${path}/`,
    input,
    start: createSight(kept.state ?? {}),
    containers: [...scope.containers, generation],
    followsNewCall: !frame.stepRun.mayHaveBegun,
    flowIds: [...scope.flowIds, request.flowId],
    show: speaks(frame, request) ? speaker.pass : undefined,
    repeatsText: mayHaveLostText(frame, request),
    listsExecuted: false,
    signal: frame.signal,
    finished: [],
    ends: new Map(),
  }
}
