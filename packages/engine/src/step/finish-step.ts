import type { ExecutedNode, JsonObject, JsonValue } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { createExecutedNode } from '../executed-node.ts'
import type { FinishedStep } from '../scope.ts'
import { writeStepEnd, writeStepRecord } from './step-journal.ts'
import type { StepRun } from './step-run.ts'
import { diffState, findJumpTarget } from './visible-steps.ts'

/** Applies the loop rule, journals the step and tells readers that it is done. */
export function finishStep(stepRun: StepRun, given: StepOutput, children: ExecutedNode[]): FinishedStep {
  const { scope, instance, stateBefore, sight } = stepRun
  const jumpTarget = findJumpTarget(sight, instance.step.node.id, given)
  const output = given.loop && jumpTarget === undefined ? takeFallback(stepRun, given, given.loop) : given
  const stateAfter = output.state ?? stateBefore
  const own = createExecutedNode(scope, instance, { status: 'FINISHED', output, state: stateAfter })
  stepRun.speaker.end()
  writeStepRecord(stepRun, { status: 'finished', output: toJson(output), stateAfter })
  writeStepEnd(stepRun, { status: 'finished', executed: own[0] })
  return {
    instance,
    seen: sight,
    output,
    patch: diffState(stateBefore, output),
    jumpTarget,
    executed: [...children, ...own],
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

/** A step's output as the journal keeps it: plain JSON by contract, absent fields left out. */
export function toJson(output: StepOutput): JsonObject {
  const fields = Object.entries(output).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields as [string, JsonValue][])
}
