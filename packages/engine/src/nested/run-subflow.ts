import { isJsonObject, type JsonObject, type RunInput, RunnelError } from '@runnel/contract'
import type { StepOutput, SubflowResult } from '@runnel/node-kit'
import type { PlannedFlow } from '../engine-ports.ts'
import { untilAborted } from '../link-signal.ts'
import { isFatal } from '../run-error.ts'
import type { Scope } from '../scope.ts'
import { readScopeAnswer } from '../scope-answer.ts'
import { executeNode } from '../step/execute-node.ts'
import { createSight } from '../step/sight.ts'
import type { StepRun } from '../step/step-run.ts'
import { labelOf } from '../step-label.ts'
import type { NestedEnd } from './nested-end.ts'

const MAX_DEPTH = 10

type SubflowRequest = NonNullable<StepOutput['subflow']>

/** Runs another flow inside a step, then the step a second time with what the flow gave back. */
export async function runSubflow(stepRun: StepRun, request: SubflowRequest): Promise<NestedEnd> {
  checkDepth(stepRun, request.flowId)
  const planned = await planSubflow(stepRun, request)
  const scope = createSubflowScope(stepRun, request, planned)
  const end = await scope.walk(scope)
  switch (end.status) {
    case 'waiting':
      return { status: 'waiting', waiting: end.waiting, executed: [] }
    case 'failed':
      if (isFatal(end.error)) stepRun.fatal ??= end.error
      throw end.error
    case 'terminated':
      throw new RunnelError('run_aborted', 'Aborted: the run was stopped.')
    case 'finished':
      return {
        status: 'finished',
        output: await runSecondHalf(stepRun, readScopeAnswer(scope)),
        executed: [],
      }
    default:
      return end satisfies never
  }
}

async function runSecondHalf(stepRun: StepRun, result: SubflowResult): Promise<StepOutput> {
  stepRun.subflowResult = result
  stepRun.counters = { models: 0, tools: 0 }
  const { subflow: _asked, ...output } = await executeNode(stepRun)
  return output
}

function checkDepth(stepRun: StepRun, flowId: string): void {
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

/** A resumed run goes on with the version that it began with. */
async function planSubflow(stepRun: StepRun, { flowId, overrides }: SubflowRequest): Promise<PlannedFlow> {
  const { session } = stepRun.scope
  const path = `${stepRun.path}/flow`
  const pinned = session.journal.findLatest(path)?.output
  const versionId = isJsonObject(pinned) ? pinned.versionId : undefined
  const asked = { flowId, overrides, ...(typeof versionId === 'string' && { versionId }) }
  const planned = await untilAborted(session.ports.planFlow(asked), stepRun.scope.signal)
  if (versionId === undefined) recordVersion(stepRun, path, { flowId, versionId: planned.versionId })
  return planned
}

function recordVersion(stepRun: StepRun, path: string, output: JsonObject): void {
  const { session } = stepRun.scope
  const now = session.ports.now()
  session.record({
    path,
    attempt: 1,
    kind: 'step',
    status: 'finished',
    nodeId: stepRun.step.node.id,
    nodeType: stepRun.step.node.type,
    repeatable: true,
    startedAt: now,
    finishedAt: now,
    output,
  })
}

function createSubflowScope(stepRun: StepRun, request: SubflowRequest, planned: PlannedFlow): Scope {
  const { scope, instance, speaker, isLast } = stepRun
  const { form: _form, initialState: _state, ...outer } = scope.input
  const input: RunInput = {
    ...outer,
    flowId: request.flowId,
    flowType: planned.flowType,
    versionId: planned.versionId,
    question: request.question,
    overrides: planned.overrides,
    prependedHistory: [],
    pastHistory: [],
  }
  return {
    session: scope.session,
    walk: scope.walk,
    plan: planned.plan,
    prefix: `${stepRun.path}/flow/`,
    input,
    start: createSight({}),
    containers: [...scope.containers, instance],
    followsNewCall: !stepRun.mayHaveBegun || instance.calledOut === true,
    flowIds: [...scope.flowIds, request.flowId],
    show: isLast && speaker.isHeard ? speaker.pass : undefined,
    listsExecuted: false,
    signal: scope.signal,
    finished: [],
    ends: new Map(),
  }
}
