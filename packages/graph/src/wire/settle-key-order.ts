import type { FlowEdge, FlowNode } from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import type { EndNode } from './edge-ends.ts'
import { writeInputs } from './export-values.ts'
import { KEY_ORDER, keyOrderOf, keysAt } from './key-order.ts'

function withoutKeyOrder(node: FlowNode): FlowNode {
  const { extra, ...rest } = node
  const { [KEY_ORDER]: _order, ...others } = extra ?? {}
  return Object.keys(others).length > 0 ? { ...rest, extra: others } : rest
}

/**
 * Keeps the order as an export writes it, with what the edges add; forgets it where an export puts the same keys in the
 * same places by itself.
 */
export function settleKeyOrder({ node, definition }: EndNode, edges: readonly FlowEdge[]): FlowNode {
  const order = keyOrderOf(node)
  if (!order) return node
  const plain = withoutKeyOrder(node)
  const usual = writeInputs(plain, definition, edges)
  const written = writeInputs(node, definition, edges)
  const settled = Object.fromEntries(Object.keys(order).map((path) => [path, keysAt(written, path)]))
  const isUsual = Object.entries(settled).every(([path, keys]) => isDeepEqual(keysAt(usual, path), keys))
  return isUsual ? plain : { ...plain, extra: { ...plain.extra, [KEY_ORDER]: settled } }
}
