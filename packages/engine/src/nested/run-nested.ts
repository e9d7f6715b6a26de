import type { ExecutedNode } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import type { WaitingStep } from '../engine-ports.ts'
import type { StepRun } from '../step/step-run.ts'
import { runIteration } from './run-iteration.ts'
import { runSubflow } from './run-subflow.ts'

/** What came of the plans inside a step. */
export type NestedEnd =
  | { status: 'finished'; output: StepOutput; executed: ExecutedNode[] }
  | { status: 'waiting'; waiting: WaitingStep[]; executed: ExecutedNode[] }

/** Runs what a step asked for inside it: its children once per item, or another flow. */
export async function runNested(stepRun: StepRun, output: StepOutput): Promise<NestedEnd> {
  if (output.iterate) return runIteration(stepRun, output, output.iterate)
  if (output.subflow) return runSubflow(stepRun, output.subflow)
  return { status: 'finished', output, executed: [] }
}
