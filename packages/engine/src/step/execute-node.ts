import { RunnelError } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { untilAborted } from '../link-signal.ts'
import { labelOf } from '../step-label.ts'
import { buildAnchors } from './build-components.ts'
import { createStepContext } from './step-context.ts'
import type { StepQuestion, StepRun } from './step-run.ts'

/**
 * Runs the node's own code. Ends when the code does, as soon as the run is stopped, or when a call must be asked
 * about and those beside it have ended: code that does not listen cannot hold either up.
 */
export async function executeNode(stepRun: StepRun): Promise<StepOutput> {
  const asked = new Promise<StepOutput>((resolve) => {
    stepRun.suspend = (question) => {
      void stepRun.calls.untilQuiet(question.interruptedCall).then(() => resolve(askPerson(question)))
      return new Promise(() => undefined)
    }
  })
  const output = await untilAborted(Promise.race([runNode(stepRun), asked]), stepRun.scope.signal)
  if (stepRun.fatal !== undefined) throw stepRun.fatal
  return output
}

async function runNode(stepRun: StepRun): Promise<StepOutput> {
  const { scope, step } = stepRun
  const run = await scope.session.ports.loadRun(step.node.type)
  if (!run) {
    throw new RunnelError(
      'missing_component',
      `"${labelOf(step)}" is a node of type "${step.node.type}", which this installation does not have. ` +
        'Remove it or replace it.',
    )
  }
  stepRun.components = await buildAnchors(stepRun, step.anchors)
  return run(createStepContext(stepRun))
}

function askPerson({ action, interruptedCall }: StepQuestion): StepOutput {
  return { output: {}, wait: { action, interruptedCall } }
}
