import type { ExecutedNode, StepRecord, StepStatus } from '@runnel/contract'
import { labelOf } from '../step-label.ts'
import type { StepRun } from './step-run.ts'

type RecordFacts = Pick<StepRecord, 'status'> & Partial<Pick<StepRecord, 'output' | 'stateAfter' | 'error'>>

/** Writes the record of this run of the step. */
export function writeStepRecord(stepRun: StepRun, facts: RecordFacts): void {
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
export function writeStepStart(stepRun: StepRun, isKnown: boolean): void {
  const { scope, step, path, attempt, instance, showsReplayedText } = stepRun
  const { sink } = scope.session
  const where = { path, nodeId: step.node.id, nodeLabel: labelOf(step) }
  if (!isKnown) sink.emit({ type: 'step-start', ...where, generation: instance.generation })
  if (showsReplayedText) sink.emit({ type: 'step-restarted', ...where, attempt })
}

/** The event names the path itself. */
function withoutPath({ path: _path, ...executed }: ExecutedNode): ExecutedNode {
  return executed
}

/** Tells readers how the step ended. */
export function writeStepEnd(
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
