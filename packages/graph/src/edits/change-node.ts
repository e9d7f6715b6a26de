import type { FlowDiff, FlowDocument, FlowNode } from '@runnel/contract'
import { getNode, withNode } from '../document/get-node.ts'
import { diffDocuments } from './flow-diff.ts'

function change(document: FlowDocument, nodeId: string, make: (node: FlowNode) => FlowNode): FlowDiff {
  return diffDocuments(document, withNode(document, make(getNode(document, nodeId))))
}

const MAX_LABEL = 2000

/** Gives a node another label; labels longer than 2,000 characters are cut. @throws RunnelError `not_found` */
export function renameNode(
  document: FlowDocument,
  { nodeId, label }: { nodeId: string; label: string },
): FlowDiff {
  return change(document, nodeId, (node) => ({ ...node, label: label.slice(0, MAX_LABEL) }))
}

/** Gives a node a size. @throws RunnelError `not_found` */
export function resizeNode(
  document: FlowDocument,
  { nodeId, size }: { nodeId: string; size: { width: number; height: number } },
): FlowDiff {
  return change(document, nodeId, (node) => ({ ...node, size }))
}

/** Switches a node off or on. Off, it is left out of runs with its edges. @throws RunnelError `not_found` */
export function setDisabled(
  document: FlowDocument,
  { nodeId, disabled }: { nodeId: string; disabled: boolean },
): FlowDiff {
  return change(document, nodeId, ({ disabled: _old, ...node }) => (disabled ? { ...node, disabled } : node))
}

/** Writes a note on a node; the empty text takes it away. @throws RunnelError `not_found` */
export function setNote(
  document: FlowDocument,
  { nodeId, note }: { nodeId: string; note: string },
): FlowDiff {
  return change(document, nodeId, ({ note: _old, ...node }) => (note === '' ? node : { ...node, note }))
}

/**
 * Chooses the credential of a place: `credential` for the node's own, `llmModelConfig` for a selected component's.
 * Without an id the choice is taken away. @throws RunnelError `not_found`
 */
export function setCredential(
  document: FlowDocument,
  { nodeId, place, credentialId }: { nodeId: string; place: string; credentialId?: string | undefined },
): FlowDiff {
  return change(document, nodeId, ({ credentials = {}, ...node }) => {
    const { [place]: _old, ...others } = credentials
    const next = credentialId === undefined ? others : { ...others, [place]: credentialId }
    return Object.keys(next).length === 0 ? node : { ...node, credentials: next }
  })
}

/** Puts nodes elsewhere; ids that are not there are passed over. Positions are relative to the container. */
export function moveNodes(
  document: FlowDocument,
  positions: Readonly<Record<string, { x: number; y: number }>>,
): FlowDiff {
  const nodes = document.nodes.map((node) => {
    const position = Object.hasOwn(positions, node.id) ? positions[node.id] : undefined
    return position ? { ...node, position } : node
  })
  return diffDocuments(document, { ...document, nodes })
}

/** Makes another document of this one, as an edit that can be undone (an import, a version that is restored). */
export function replaceDocument(document: FlowDocument, next: FlowDocument): FlowDiff {
  return diffDocuments(document, next)
}
