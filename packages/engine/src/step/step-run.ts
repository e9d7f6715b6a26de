import type { JsonObject, Usage } from '@runnel/contract'
import type { PlanStep } from '@runnel/graph'
import type { Component, SubflowResult } from '@runnel/node-kit'
import type { AnsweredQuestion } from '../journal/find-answered-question.ts'
import type { StepInstance } from '../schedule/step-instance.ts'
import type { Scope, Sight } from '../scope.ts'
import type { Speaker } from '../streaming/speaker.ts'
import type { CallsInFlight } from './calls-in-flight.ts'

/** One run of one step in this process. */
export interface StepRun {
  scope: Scope
  instance: StepInstance
  step: PlanStep
  path: string
  attempt: number
  /** When the first attempt started: the step's clock. */
  clock: number
  /** When this attempt started; one that waits for steps inside it goes on as the same attempt. */
  startedAt: number
  /** What it sees of finished steps. */
  sight: Sight
  stateBefore: JsonObject
  isLast: boolean
  speaker: Speaker
  /** True when an earlier owner may have begun this step, even where no record of it was kept. */
  mayHaveBegun: boolean
  /** True when an earlier attempt was interrupted: readers drop its text, so replayed text is shown again. */
  showsReplayedText: boolean
  /** The person's answer to this step's question. */
  answered: AnsweredQuestion | undefined
  /** Path of the interrupted call that the answer is about; then the engine takes it, not the node. */
  interruptedCall: string | undefined
  /** Ends this run of the step as waiting for a person. Whoever calls it never goes on. */
  suspend(question: StepQuestion): Promise<never>
  calls: CallsInFlight
  /** Components by anchor, built before the step runs. */
  components: Record<string, Component[]>
  /** Numbers of the sub-steps made so far. */
  counters: { models: number; tools: number }
  /** Tokens of its model calls so far. */
  usage: Usage | undefined
  subflowResult: SubflowResult | undefined
  /** The first error that ends the whole run, whatever the node made of it. */
  fatal: unknown
}

/** What a suspended step asks. */
export interface StepQuestion {
  action: JsonObject
  interruptedCall: string
}
