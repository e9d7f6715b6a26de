import type { FindDefinition, FlowDocument } from '@runnel/contract'
import type { RunPlan } from '../run-plan.ts'
import { flowKindOf } from './flow-kind.ts'
import { planAgentFlow } from './plan-agent-flow.ts'
import { planChatFlow } from './plan-chat-flow.ts'
import { makeRefusal, refuseRun } from './plan-problem.ts'
import { makeRunnableGraph } from './runnable-graph.ts'

/**
 * Plans a run: what runs, on what it waits, and what is wired to it. Notes, disabled nodes and what cannot be
 * reached are left out.
 * @throws RunnelError `invalid_flow` with one issue per problem, for what makes a run impossible on a reachable
 *   path: an unknown type, a cycle, a dangling edge, no or several starts, no ending node
 */
export function planRun(document: FlowDocument, find: FindDefinition): RunPlan {
  const graph = makeRunnableGraph(document, find)
  if (graph.nodes.size === 0) {
    refuseRun([makeRefusal('flow_empty', 'The flow is empty. Add nodes to it before you run it.')])
  }
  return flowKindOf(document, find) === 'agent' ? planAgentFlow(graph) : planChatFlow(graph)
}
