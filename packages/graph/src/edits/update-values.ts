import type {
  FindDefinition,
  FlowDiff,
  FlowDocument,
  FlowEdge,
  FlowNode,
  JsonObject,
  NodeDefinition,
} from '@runnel/contract'
import { branchesOf, ERROR_ANCHOR, hasErrorBranch } from '../definitions/branches-of.ts'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { getNode, withNode } from '../document/get-node.ts'
import { findAtPath } from '../document/value-path.ts'
import { changeValue, type ValueChange } from './change-value.ts'
import { diffDocuments } from './flow-diff.ts'

/** Credentials whose place is still there: those of removed rows and of components no longer chosen go. */
function keepCredentials(node: FlowNode, values: JsonObject): FlowNode['credentials'] {
  const kept = Object.entries(node.credentials ?? {}).filter(([place]) => {
    const row = /^(.*\])[^\]]*$/.exec(place)?.[1]
    if (row !== undefined && findAtPath(values, row) === undefined) return false
    const hadSettings = findAtPath(node.values, place) !== undefined
    return !hadSettings || findAtPath(values, place) !== undefined
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function vanishedEdges(document: FlowDocument, before: FlowNode, after: NodeAndDefinition): Set<string> {
  const { node, definition } = after
  if (!definition) return new Set()
  const left = new Set(anchorsOfBranches(node, definition))
  const anchors = new Set(anchorsOfBranches(before, definition).filter((anchor) => !left.has(anchor)))
  const isGone = (edge: FlowEdge) => edge.source === node.id && anchors.has(edge.sourceAnchor)
  return new Set(document.edges.filter(isGone).map((edge) => edge.id))
}

function anchorsOfBranches(node: FlowNode, definition: NodeDefinition): string[] {
  const branches = definition.branches ? branchesOf(node, definition).map(({ anchor }) => anchor) : []
  return hasErrorBranch(node, definition) ? [...branches, ERROR_ANCHOR] : branches
}

interface NodeAndDefinition {
  node: FlowNode
  definition: NodeDefinition | undefined
}

/**
 * Changes values of a node. Edges of branches that vanish with their rows are removed; those of rows that stay
 * are kept, wherever the rows move. @throws RunnelError `not_found`
 */
export function updateValues(
  document: FlowDocument,
  find: FindDefinition,
  { nodeId, changes }: { nodeId: string; changes: readonly ValueChange[] },
): FlowDiff {
  const before = getNode(document, nodeId)
  const values = changes.reduce(changeValue, before.values)
  const { credentials: _old, ...rest } = before
  const credentials = keepCredentials(before, values)
  const node: FlowNode = { ...rest, values, ...(credentials ? { credentials } : {}) }
  const gone = vanishedEdges(document, before, { node, definition: findNodeDefinition(node, find) })
  const next = withNode(document, node)
  return diffDocuments(document, { ...next, edges: document.edges.filter((edge) => !gone.has(edge.id)) })
}
