import {
  type FindDefinition,
  type FlowDiff,
  type FlowDocument,
  type FlowEdge,
  RunnelError,
} from '@runnel/contract'
import { makeEdgeId } from '../document/edge-id.ts'
import { getNode } from '../document/get-node.ts'
import { type Connection, checkConnection } from '../rules/check-connection.ts'
import { diffDocuments } from './flow-diff.ts'
import { placeEdge } from './place-edge.ts'

/**
 * Draws an edge when the rules of connections allow it.
 * @throws RunnelError `invalid_input` with the reason of `checkConnection`
 */
export function addEdge(document: FlowDocument, find: FindDefinition, connection: Connection): FlowDiff {
  const check = checkConnection(document, find, connection)
  if (!check.ok) throw new RunnelError('invalid_input', check.message)
  const nodes = {
    source: getNode(document, connection.source),
    target: getNode(document, connection.target),
  }
  const taken = new Set(document.edges.map((edge) => edge.id))
  const edge: FlowEdge = {
    id: makeEdgeId(connection, nodes, { find, taken }),
    ...connection,
    role: check.role,
  }
  return diffDocuments(document, { ...document, edges: placeEdge(document, find, edge) })
}
