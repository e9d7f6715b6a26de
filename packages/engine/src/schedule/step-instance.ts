import type { PlanEdge, PlanStep } from '@runnel/graph'

/** Where in step order something was decided: by which step, and where among that step's followers. */
export interface StepPlace {
  /** The step whose end decided it; undefined for the starts of a plan. */
  decider: StepInstance | undefined
  /** Length of the chain of deciders. */
  depth: number
  /** Indexes of outgoing edges from the decider on, through dead steps. */
  route: number[]
}

/** An edge between two generations of two steps. */
export interface EdgeInstance {
  edge: PlanEdge
  /** Index among the source's outgoing edges. */
  index: number
  source: StepInstance
  target: StepInstance
  decision: 'open' | 'fired' | 'dead'
  place?: StepPlace
}

/** One generation of one step. */
export interface StepInstance {
  step: PlanStep
  generation: number
  /** What stands for it in paths. */
  segment: string
  /** Place of the step in its plan. */
  position: number
  status: 'open' | 'held' | 'ready' | 'running' | 'waiting' | 'finished' | 'failed' | 'dead'
  incoming: EdgeInstance[]
  outgoing: EdgeInstance[]
  /** Incoming edges that are not decided yet. */
  openEdges: number
  /** Set when the step became ready or dead. */
  place?: StepPlace
  /** The loop step that jumped here. */
  cause?: StepInstance
  /** Set when the step, or one inside it, made a call in this process that no earlier owner has finished. */
  calledOut?: boolean
  /** Loop steps that this join waited for, as they could have taken back a dead edge. */
  heldBy?: Set<StepInstance>
}
