import type { FindDefinition, FlowNode, NodeDefinition } from '@runnel/contract'
import { readForeignDefinition } from './foreign-definition.ts'

/**
 * The definition that a node is drawn and checked by: the catalogue's, else the one that came with the node;
 * undefined when there is neither.
 */
export function findNodeDefinition(
  node: Pick<FlowNode, 'type' | 'foreignDefinition'>,
  find: FindDefinition,
): NodeDefinition | undefined {
  const known = find(node.type)
  if (known || !node.foreignDefinition) return known
  return readForeignDefinition(node.type, node.foreignDefinition)
}
