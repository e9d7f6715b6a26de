import type { FlowDocument, FlowEdge, FlowNode } from '@runnel/contract'
import { settleRanks } from '../document/settle-ranks.ts'

/** A node of a test: type from the id (`llmAgentflow_0`), label the id, at 0, 0. */
export function makeNode(id: string, overrides: Partial<FlowNode> = {}): FlowNode {
  return {
    id,
    type: id.replace(/_\d+$/, ''),
    typeVersion: 1,
    label: id,
    position: { x: 0, y: 0 },
    values: {},
    ...overrides,
  }
}

/** A control edge of a test: `a` or `a:branch` → `b`. */
export function makeControlEdge(from: string, target: string): FlowEdge {
  const [source = '', sourceAnchor = 'out'] = from.split(':')
  return {
    id: `${source}-${sourceAnchor}-${target}`,
    source,
    sourceAnchor,
    target,
    targetAnchor: 'in',
    role: 'sequence',
  }
}

/** An edge of a chat flow of a test: `a` or `a:output` → `b:anchor`; the role is component unless given. */
export function makeAnchorEdge(from: string, to: string, role: FlowEdge['role'] = 'component'): FlowEdge {
  const [source = '', output] = from.split(':')
  const [target = '', targetAnchor = ''] = to.split(':')
  const sourceAnchor = output ?? source.replace(/_\d+$/, '')
  return {
    id: `${source}-${sourceAnchor}-${target}-${targetAnchor}`,
    source,
    sourceAnchor,
    target,
    targetAnchor,
    role,
  }
}

/** A document of a test, its ranks by the places in the lists. */
export function makeDocument(nodes: FlowNode[], edges: FlowEdge[] = []): FlowDocument {
  return settleRanks({ nodes, edges })
}
