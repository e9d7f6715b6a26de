import type { EdgeRole, FlowNode, NodeDefinition } from '@runnel/contract'

/** An edge between two steps of a plan: control (`sequence`) or data (`value`). */
export interface PlanEdge {
  id: string
  source: string
  target: string
  role: Exclude<EdgeRole, 'component'>
  /** The branch at the source: `out`, a row id, `else`, `proceed`, `reject`; for value edges the output's name. */
  branch: string
  /** Index of the branch among the source's conditions; -1 for a plain output. */
  branchIndex: number
}

/** A component wired to a step or to another component, with what is wired to it in turn. */
export interface PlanComponent {
  node: FlowNode
  definition: NodeDefinition
  /** The chosen output, for nodes that offer a choice. */
  output: string
  anchors: Record<string, PlanInput[]>
}

/** What fills an anchor: a component, or the result of a step that ran before. */
export type PlanInput =
  | { kind: 'component'; component: PlanComponent }
  | { kind: 'step'; nodeId: string; output: string }

/** One step of a run: a node that runs and is journaled. */
export interface PlanStep {
  node: FlowNode
  definition: NodeDefinition
  /** Edges that must be decided before the step is ready, in document order. Includes value edges of its components. */
  incoming: PlanEdge[]
  /** Edges that this step decides, in document order: the order in which the reference queues its followers. */
  outgoing: PlanEdge[]
  /** Components and results by anchor name, in edge order. */
  anchors: Record<string, PlanInput[]>
  /** The subgraph of an iteration, run once per item. */
  children?: RunPlan
  /**
   * The step that a loop node may jump back to (the id in `loopBackToNode`, before its first `-`). While such a
   * jump is possible, a branch not taken above it is not dead for the joins that it does not lead to.
   */
  mayJumpTo?: string
}

/** What a run walks through: steps by node id, in document order. Built once per flow version, never changed. */
export interface RunPlan {
  flowType: 'chat' | 'agent'
  steps: Map<string, PlanStep>
  /** Steps without incoming edges: exactly one trigger in agent flows. */
  starts: string[]
}
