import type { ExecutedNode, Question, RunnelError } from '@runnel/contract'
import type { FinishedStep } from '../scope.ts'

/** How one run of a step ended. `executed` are its entries, children's first. */
export type StepEnd =
  | { kind: 'finished'; step: FinishedStep }
  | { kind: 'waiting'; waiting: Question[]; executed: ExecutedNode[] }
  /** `step` is given when an error branch is wired: then the run goes on there. */
  | { kind: 'failed'; error: RunnelError; step: FinishedStep | undefined; executed: ExecutedNode[] }
  | { kind: 'terminated'; executed: ExecutedNode[] }

/** The branch that takes over when a step fails. */
export const ERROR_BRANCH = 'error'
