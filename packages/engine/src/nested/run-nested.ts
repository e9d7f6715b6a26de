import type { StepOutput } from '@runnel/node-kit'
import type { StepRun } from '../step/step-run.ts'
import type { NestedEnd } from './nested-end.ts'
import { runIteration } from './run-iteration.ts'
import { runSubflow } from './run-subflow.ts'

/** Runs what a step asked for inside it: its children once per item, or another flow. */
export async function runNested(stepRun: StepRun, output: StepOutput): Promise<NestedEnd> {
  if (output.iterate) return runIteration(stepRun, output, output.iterate)
  if (output.subflow) return runSubflow(stepRun, output.subflow)
  return { status: 'finished', output, executed: [] }
}
