import type { FindDefinition, FlowNode } from '@runnel/contract'
import { readForeignDefinition } from '../definitions/foreign-definition.ts'
import type { EndNode } from './edge-ends.ts'

/** A node with the definition that it is read and written by: the catalogue's, else the one that came with it. */
export function makeEndNode(node: FlowNode, find: FindDefinition): EndNode {
  const known = find(node.type)
  if (known) return { node, definition: known, isForeign: false }
  return { node, definition: readForeignDefinition(node.type, node.foreignDefinition ?? {}), isForeign: true }
}
