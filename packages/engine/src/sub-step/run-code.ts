import { RunnelError } from '@runnel/contract'
import type { StepSandbox } from '@runnel/node-kit'
import type { StepRun } from '../step/step-run.ts'
import { runSubStep } from './run-sub-step.ts'

/** User code as sub-steps `c0`, `c1` … below a step or below one of its tool calls. */
export function createSandbox(stepRun: StepRun, owner: { path: string; repeatable: boolean }): StepSandbox {
  const { scope } = stepRun
  let count = 0
  return {
    run: (code, globals) => {
      const path = `${owner.path}/c${count}`
      count += 1
      const run = () =>
        runSubStep(stepRun, {
          path,
          kind: 'code',
          what: 'The code',
          request: { code, globals },
          repeatable: owner.repeatable,
          make: () => scope.session.ports.runCode({ code, globals, signal: scope.signal }),
          read: (output) => output,
          refuse: (message) => {
            throw new RunnelError('step_failed', message)
          },
        })
      return stepRun.calls.track(path, async () => (await run()).reply)
    },
  }
}
