import type { StepOutput } from '@runnel/node-kit'
import { createExecutedNode } from '../executed-node.ts'
import { plainJson } from '../plain-json.ts'
import type { FinishedStep } from '../scope.ts'
import { writeStepEnd, writeStepRecord } from './step-journal.ts'
import type { StepRun } from './step-run.ts'
import { diffState, findJumpTarget } from './visible-steps.ts'

/** Applies the loop rule, journals the step and tells readers that it is done. */
export function finishStep(stepRun: StepRun, given: StepOutput): FinishedStep {
  const { scope, instance, stateBefore, sight } = stepRun
  const jumpTarget = findJumpTarget(sight, instance.step.node.id, given)
  const output = given.loop && jumpTarget === undefined ? takeFallback(stepRun, given, given.loop) : given
  const stateAfter = output.state ?? stateBefore
  const own = createExecutedNode(scope, instance, { status: 'FINISHED', output, state: stateAfter })
  stepRun.speaker.end()
  tellSources(stepRun, output)
  writeStepRecord(stepRun, { status: 'finished', output: plainJson(output), stateAfter })
  writeStepEnd(stepRun, { status: 'finished', executed: own[0] })
  return {
    instance,
    seen: sight,
    output,
    patch: diffState(stateBefore, output),
    jumpTarget,
    executed: [...stepRun.childEntries, ...own],
  }
}

/** Tells readers of the documents from which the step answers, unless its tools told of theirs. */
function tellSources({ scope, step, path, hasToldSources }: StepRun, { output }: StepOutput): void {
  const { sourceDocuments } = output
  if (hasToldSources || !Array.isArray(sourceDocuments) || sourceDocuments.length === 0) return
  const where = { path, nodeId: step.node.id }
  scope.session.sink.emit({ type: 'sources-found', ...where, documents: sourceDocuments })
}

function takeFallback(
  stepRun: StepRun,
  output: StepOutput,
  loop: NonNullable<StepOutput['loop']>,
): StepOutput {
  stepRun.speaker.say(loop.fallback)
  return { ...output, output: { ...output.output, content: loop.fallback } }
}
