import {
  type ExecutedNode,
  errorMessage,
  RunnelError,
  type StepRecord,
  type StepStatus,
} from '@runnel/contract'
import type { Component, StepContext, StepOutput } from '@runnel/node-kit'
import { createCallContext } from '../calls/call-context.ts'
import { runChildren } from '../calls/run-children.ts'
import { resolveInputs } from '../components/component.ts'
import { resolveWithOutput } from '../components/resolve-values.ts'
import { selectComponent } from '../components/select-component.ts'
import { createExecutedNode } from '../executed-node.ts'
import {
  createErrorStep,
  createStopEntry,
  describeWaiting,
  keepError,
  readQuestionPaths,
} from '../journal/apply-record.ts'
import { plainJson } from '../journal/canonical-json.ts'
import { listInside } from '../journal/read-journal-scope.ts'
import { toRunnelError } from '../run-error.ts'
import { type RunSession, untilAborted } from '../run-session.ts'
import { labelOf, pathOf } from '../schedule/schedule-state.ts'
import type { FinishedStep } from '../scope.ts'
import { diffState, findJumpTarget, listExecuted, readInputText } from './sight.ts'
import type { StepEnd } from './step-end.ts'
import { type CallFrame, isToldAgain, openStepRun, type StepRun, type StepStart } from './step-run.ts'
import { tellOutput } from './tell-made.ts'
import { tryStep } from './try-step.ts'

/** True when somebody has answered one of the questions for which a step waits. */
export function isAnswered({ answers }: RunSession, record: StepRecord): boolean {
  return record.status === 'waiting' && readQuestionPaths(record).some((path) => answers.has(path))
}

/** Runs one step to its end. Never throws: whatever happens becomes an end. */
export async function runStep(start: StepStart): Promise<StepEnd> {
  const { scope, generation, speaker } = start
  const latest = scope.session.journal.findLatest(pathOf(scope, generation))
  const stepRun = openStepRun(start)
  try {
    writeStepRecord(stepRun, { status: 'started' })
    writeStepStart(stepRun, latest?.status === 'started' || isToldAgain(latest))
    if (!isToldAgain(latest)) scope.session.budget.countStep()
    const output = await executeNode(stepRun)
    if (!output) return endWaiting(stepRun)
    return { kind: 'finished', step: finishStep(stepRun, output) }
  } catch (error) {
    speaker.drop()
    return endWithError(stepRun, stepRun.fatal ?? error)
  }
}

function endWaiting(stepRun: StepRun): StepEnd {
  const { scope, generation, stateBefore, speaker, questions, childEntries } = stepRun
  const executed = describeWaiting(scope, generation, {
    questions,
    children: childEntries,
    shown: stepRun.shownWhileWaiting,
    state: stateBefore,
  })
  const own = generation.step.children ? undefined : executed.at(-1)
  speaker.end()
  writeStepRecord(stepRun, { status: 'waiting', output: { questions: questions.map(({ path }) => path) } })
  writeStepEnd(stepRun, { status: 'waiting', executed: own })
  return { kind: 'waiting', waiting: questions, executed }
}

function endWithError(stepRun: StepRun, thrown: unknown): StepEnd {
  const { scope, generation, sight, fatal } = stepRun
  if (scope.signal.aborted && fatal === undefined) return endTerminated(stepRun)
  const error: RunnelError = toRunnelError(thrown)
  const own = createExecutedNode(scope, generation, { status: 'ERROR', error: error.message })
  const executed = [...listInside(stepRun), ...own]
  writeStepRecord(stepRun, { status: 'failed', error: keepError(error) })
  writeStepEnd(stepRun, { status: 'error', error: errorMessage(error), executed: own[0] })
  return {
    kind: 'failed',
    error,
    executed,
    step: createErrorStep({ generation, seen: sight }, error, executed),
  }
}

function endTerminated(stepRun: StepRun): StepEnd {
  const { scope, generation } = stepRun
  const executed = createStopEntry(scope, generation)
  const message = 'Flow execution was cancelled'
  writeStepRecord(stepRun, { status: 'failed', error: { code: 'run_aborted', message } })
  writeStepEnd(stepRun, { status: 'terminated', error: message, executed: executed[0] })
  return { kind: 'terminated', executed }
}

/**
 * Runs the node's own code; undefined when it is suspended until people have answered. Ends when the code does, or as
 * soon as the run is stopped: code that does not listen cannot hold it up.
 */
async function executeNode(stepRun: StepRun): Promise<StepOutput | undefined> {
  const suspended = stepRun.calls.quiet.then(() => undefined)
  const output = await untilAborted(
    Promise.race([tryStep(stepRun, runNode), suspended]),
    stepRun.scope.signal,
  )
  if (stepRun.fatal !== undefined) throw stepRun.fatal
  return output
}

async function runNode(frame: CallFrame): Promise<StepOutput> {
  const { scope, step } = frame.stepRun
  const run = await scope.session.ports.loadRun(step.node.type)
  if (!run) {
    throw new RunnelError(
      'missing_component',
      `"${labelOf(step)}" is a node of type "${step.node.type}", which this installation does not have. ` +
        'Remove it or replace it.',
    )
  }
  return run(await createStepContext(frame))
}

/** Applies the loop rule, journals the step and tells readers that it is done. */
function finishStep(stepRun: StepRun, given: StepOutput): FinishedStep {
  const { scope, generation, stateBefore, sight } = stepRun
  const jumpTarget = findJumpTarget(sight, generation.step.node.id, given)
  const output = given.loop && jumpTarget === undefined ? takeFallback(stepRun, given, given.loop) : given
  const stateAfter = output.state ?? stateBefore
  const own = createExecutedNode(scope, generation, { status: 'FINISHED', output, state: stateAfter })
  stepRun.speaker.end()
  tellOutput(stepRun, output.output)
  writeStepRecord(stepRun, { status: 'finished', output: plainJson(output), stateAfter })
  writeStepEnd(stepRun, { status: 'finished', executed: own[0] })
  return {
    generation,
    seen: sight,
    output,
    patch: diffState(stateBefore, output),
    jumpTarget,
    executed: [...stepRun.childEntries, ...own],
  }
}

function takeFallback(
  stepRun: StepRun,
  output: StepOutput,
  loop: NonNullable<StepOutput['loop']>,
): StepOutput {
  stepRun.speaker.say(loop.fallback)
  return { ...output, output: { ...output.output, content: loop.fallback } }
}

type RecordFacts = Pick<StepRecord, 'status'> & Partial<Pick<StepRecord, 'output' | 'stateAfter' | 'error'>>

/** Writes the record of this run of the step. */
function writeStepRecord(stepRun: StepRun, facts: RecordFacts): void {
  const { scope, step, path, attempt, startedAt, stateBefore, usage } = stepRun
  const isDone = facts.status !== 'started'
  scope.session.record({
    path,
    attempt,
    kind: 'step',
    nodeId: step.node.id,
    nodeType: step.node.type,
    repeatable: true,
    startedAt,
    stateBefore,
    ...(isDone && { finishedAt: scope.session.ports.now() }),
    ...(isDone && usage && { usage }),
    ...facts,
  })
}

/** Tells readers that the step begins, and that text which an earlier attempt may have shown is void. */
function writeStepStart(stepRun: StepRun, isKnown: boolean): void {
  const { scope, step, path, attempt, generation, showsReplayedText } = stepRun
  const { sink } = scope.session
  const where = { path, nodeId: step.node.id, nodeLabel: labelOf(step) }
  if (!isKnown) sink.emit({ type: 'step-start', ...where, generation: generation.number })
  if (showsReplayedText) sink.emit({ type: 'step-restarted', ...where, attempt })
}

/** The event names the path itself. */
function withoutPath({ path: _path, ...executed }: ExecutedNode): ExecutedNode {
  return executed
}

/** Tells readers how the step ended. */
function writeStepEnd(
  stepRun: StepRun,
  facts: { status: StepStatus; error?: string; executed: ExecutedNode | undefined },
): void {
  const { scope, step, path, startedAt } = stepRun
  scope.session.sink.emit({
    type: 'step-end',
    path,
    nodeId: step.node.id,
    nodeLabel: labelOf(step),
    status: facts.status,
    durationMs: scope.session.ports.now() - startedAt,
    ...(facts.error !== undefined && { error: facts.error }),
    ...(facts.executed && { executed: withoutPath(facts.executed) }),
  })
}

/** The step as a component, with its own credential. */
function selfOf(
  { id, type, label, credentials = {} }: StepRun['step']['node'],
  resolved: Pick<Component, 'values' | 'anchors'>,
): Component {
  return { nodeId: id, type, label, credentials, output: type, ...resolved }
}

/** What the node's own code gets: its values and components, and the ports of every call. */
async function createStepContext(frame: CallFrame): Promise<StepContext> {
  const { stepRun } = frame
  const { scope, step, sight } = stepRun
  const { node, definition } = step
  const call = createCallContext(frame)
  const inputs = { nodeId: node.id, definition, values: node.values, anchors: step.anchors }
  const { values, anchors } = await resolveInputs(stepRun, inputs, call)
  const selected = new Map<string, Component | undefined>()
  return {
    ...call,
    node: { id: node.id, type: node.type, label: node.label },
    self: selfOf(node, { values, anchors }),
    values,
    input: readInputText(scope.input, sight),
    state: stepRun.stateBefore,
    runHistory: sight.history,
    get executed() {
      return listExecuted(sight)
    },
    isFirst: sight.history.length === 0,
    isLast: stepRun.isLast,
    components: (anchor) => anchors[anchor] ?? [],
    selected: (param) => {
      if (!selected.has(param)) selected.set(param, selectComponent(stepRun, param, values))
      return selected.get(param)
    },
    emitText: (text) => stepRun.speaker.say(text),
    emitProgress: (progress) =>
      stepRun.scope.session.sink.emit({
        type: 'work-progressed',
        path: stepRun.path,
        nodeId: stepRun.step.node.id,
        ...progress,
      }),
    resolveWithOutput: (value, output) => resolveWithOutput(stepRun, value, output),
    runChildren: (items, options) => runChildren(stepRun, items, options),
  }
}
