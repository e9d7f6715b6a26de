import type { ExecutedNode } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import type { WaitingStep } from '../engine-ports.ts'

/** What came of the plans inside a step. */
export type NestedEnd =
  | { status: 'finished'; output: StepOutput; executed: ExecutedNode[] }
  | { status: 'waiting'; waiting: WaitingStep[]; executed: ExecutedNode[] }
