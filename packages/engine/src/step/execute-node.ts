import { RunnelError } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { untilAborted } from '../link-signal.ts'
import { labelOf } from '../step-label.ts'
import { createStepContext } from './step-context.ts'
import type { StepRun } from './step-run.ts'

/**
 * Runs the node's own code; undefined when it is suspended until people have answered. Ends when the code does, or as
 * soon as the run is stopped: code that does not listen cannot hold it up.
 */
export async function executeNode(stepRun: StepRun): Promise<StepOutput | undefined> {
  const suspended = stepRun.calls.quiet.then(() => undefined)
  const output = await untilAborted(Promise.race([runNode(stepRun), suspended]), stepRun.scope.signal)
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
  return run(await createStepContext(stepRun))
}
