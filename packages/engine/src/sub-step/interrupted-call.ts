import type { JsonObject } from '@runnel/contract'
import type { StepRun } from '../step/step-run.ts'
import { labelOf } from '../step-label.ts'

/** Suspends a step whose call may or may not have taken effect, with a question for a person. */
export function askAboutInterruptedCall(
  stepRun: StepRun,
  call: { path: string; what: string },
): Promise<never> {
  const label = labelOf(stepRun.step)
  const input =
    `${call.what} of "${label}" was interrupted, and whether it took effect is not known. ` +
    'Proceed makes the call again, Reject treats it as failed.'
  return stepRun.suspend({ action: createAction(stepRun, input), interruptedCall: call.path })
}

/** What a person is asked, in the reference's form (`engine.md` 3.8, humanInputAction). */
function createAction(stepRun: StepRun, input: string): JsonObject {
  return {
    id: stepRun.scope.session.ports.newId(),
    mapping: { approve: 'Proceed', reject: 'Reject' },
    elements: [
      { type: 'agentflowv2-approve-button', label: 'Proceed' },
      { type: 'agentflowv2-reject-button', label: 'Reject' },
    ],
    data: { nodeId: stepRun.step.node.id, nodeLabel: labelOf(stepRun.step), input },
  }
}
