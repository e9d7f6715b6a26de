import {
  type Capability,
  type FindDefinition,
  type FlowDocument,
  type NodeDefinition,
  providedBy,
  RunnelError,
} from '@runnel/contract'
import type { PlanStep, RunPlan } from '../run-plan.ts'
import { findChatDependencies } from './chat-dependencies.ts'
import { planUpTo } from './plan-chat-flow.ts'
import { makeRunnableGraph } from './runnable-graph.ts'

/** Type of the step that fills a store; no node of a flow has it. */
export const INGESTION_STEP = 'ingestion'

/** The anchor of that step at which its store is. */
export const INGESTED_STORE = 'store'

/** What can be filled. */
const FILLED: Capability = 'vectorStore'

const ingestionDefinition: NodeDefinition = {
  name: INGESTION_STEP,
  label: 'Ingestion',
  version: 1,
  type: 'Ingestion',
  icon: 'IconDatabaseImport',
  category: '',
  description: 'Fills a store with the documents that are wired to it',
  baseClasses: [],
  kind: 'step',
  effects: 'none',
  inputs: [{ label: 'Store', name: INGESTED_STORE, type: 'VectorStore' }],
}

/** The output with which a node is a vector store; undefined for one that is none. */
function storeOutputOf(definition: NodeDefinition): string | undefined {
  const names = definition.outputs?.map(({ name }) => name) ?? [definition.name]
  return names.find((output) => providedBy(definition, output).includes(FILLED))
}

/** Whether a node of this kind is a vector store, with whatever output it is chosen. */
export function isVectorStore(definition: NodeDefinition): boolean {
  return storeOutputOf(definition) !== undefined
}

/** Ids of the nodes of a document that are vector stores, with whatever output they were chosen. */
export function listVectorStores(document: FlowDocument, find: FindDefinition): string[] {
  return [...makeRunnableGraph(document, find).nodes.values()]
    .filter(({ definition }) => definition !== undefined && isVectorStore(definition))
    .map(({ node }) => node.id)
}

/**
 * Plans the filling of a vector store: its node becomes the last step, whatever the flow does with it otherwise. The
 * flow needs no ending node.
 * @throws RunnelError `invalid_flow` for a node that is no vector store, and for what makes its part of the flow
 *   impossible to run
 */
export function planIngestion(document: FlowDocument, find: FindDefinition, nodeId: string): RunPlan {
  const graph = makeRunnableGraph(document, find)
  const definition = graph.nodes.get(nodeId)?.definition
  const output = definition && storeOutputOf(definition)
  if (output === undefined) {
    throw new RunnelError('invalid_flow', `The flow has no vector store ${nodeId}. Name the node of one.`)
  }
  const { plan, components } = planUpTo(graph, findChatDependencies(graph), [nodeId])
  const step = plan.steps.get(nodeId)
  const store = components.get(nodeId)
  if (!step || !store) return plan
  const filling: PlanStep = {
    ...step,
    node: { ...step.node, type: INGESTION_STEP, values: {} },
    definition: ingestionDefinition,
    outgoing: [],
    anchors: { [INGESTED_STORE]: [{ kind: 'component', component: { ...store, output } }] },
  }
  return { ...plan, steps: new Map(plan.steps).set(nodeId, filling) }
}
