import type { ExecutedNode, JsonObject, Question, Usage } from '@runnel/contract'
import type { PlanStep } from '@runnel/graph'
import type { CallsInFlight } from '../calls/calls-in-flight.ts'
import type { StepInstance } from '../schedule/step-instance.ts'
import type { Scope, Sight } from '../scope.ts'
import type { Speaker } from '../streaming/speaker.ts'

/** One run of one step in this process. A step that waited for a person runs anew, its earlier calls from the journal. */
export interface StepRun {
  scope: Scope
  instance: StepInstance
  step: PlanStep
  path: string
  attempt: number
  /** When the first attempt started: the step's clock. */
  clock: number
  /** When this attempt started. */
  startedAt: number
  /** What it sees of finished steps. */
  sight: Sight
  stateBefore: JsonObject
  isLast: boolean
  speaker: Speaker
  /** True when an earlier owner may have begun this step, even where no record of it was kept. */
  mayHaveBegun: boolean
  /** True when an earlier attempt was interrupted, or its text was lost: readers drop its text, and it is shown again. */
  showsReplayedText: boolean
  calls: CallsInFlight
  /** What it asks people, in the order of asking. */
  questions: Question[]
  /** What it shows as its output while it waits. */
  shownWhileWaiting: JsonObject
  /** Entries of the nodes inside it. */
  childEntries: ExecutedNode[]
  /** True when tools of this step gave sources: readers were told of them then. */
  hasToldSources: boolean
  /** Tokens of its calls so far. */
  usage: Usage | undefined
  /** The first error that ends the whole run, whatever the node made of it. */
  fatal: unknown
}
