import type { JsonObject, NodeDefinition } from '@runnel/contract'
import type { PlanEdge, PlanInput, PlanStep, RunPlan } from '@runnel/graph'

/** One step of a test plan. `type` names a synthetic node. */
export interface TestStep {
  id: string
  type: string
  values?: JsonObject
  label?: string
  definition?: Partial<NodeDefinition>
  anchors?: Record<string, PlanInput[]>
  credentials?: Record<string, string>
  children?: RunPlan
}

/** One edge of a test plan. `branch` is an index among the source's conditions, or `error`; `output` names an output. */
export interface TestEdge {
  from: string
  to: string
  branch?: number | 'error'
  output?: string
  value?: boolean
}

/** Builds a plan by hand; starts are the steps without incoming edges. */
export function buildPlan(
  steps: TestStep[],
  edges: TestEdge[] = [],
  flowType: RunPlan['flowType'] = 'agent',
): RunPlan {
  const planEdges = edges.map(createEdge)
  const planned = new Map<string, PlanStep>()
  for (const step of steps) {
    planned.set(step.id, {
      node: {
        id: step.id,
        type: step.type,
        label: step.label ?? step.id,
        position: { x: 0, y: 0 },
        values: step.values ?? {},
        ...(step.credentials && { credentials: step.credentials }),
      },
      definition: createDefinition(step.type, step.definition),
      incoming: planEdges.filter((edge) => edge.target === step.id),
      outgoing: planEdges.filter((edge) => edge.source === step.id),
      anchors: step.anchors ?? {},
      ...(step.children && { children: step.children }),
      ...(step.type === 'loop' && { mayJumpTo: String(step.values?.target) }),
    })
  }
  const starts = [...planned.values()].filter((step) => step.incoming.length === 0)
  return { flowType, steps: planned, starts: starts.map((step) => step.node.id) }
}

/** A definition with the least that it needs. */
export function createDefinition(name: string, changes: Partial<NodeDefinition> = {}): NodeDefinition {
  return {
    name,
    label: name,
    version: 1,
    type: name,
    icon: 'IconBox',
    category: 'Agent Flows',
    description: name,
    baseClasses: [name],
    kind: 'step',
    effects: 'none',
    inputs: [],
    ...changes,
  }
}

function createEdge({ from, to, branch, output = 'out', value }: TestEdge, index: number): PlanEdge {
  return {
    id: `e${index}`,
    source: from,
    target: to,
    role: value ? 'value' : 'sequence',
    branch: branch === undefined ? output : String(branch),
    branchIndex: typeof branch === 'number' ? branch : -1,
  }
}
