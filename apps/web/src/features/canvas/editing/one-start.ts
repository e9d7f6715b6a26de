import type { FindDefinition, FlowNode } from '@runnel/contract'
import { findNodeDefinition } from '@runnel/graph'
import i18next from 'i18next'
import { notify } from '../../../ui/notifications/notify.ts'

/** The start among some nodes; undefined when none of them is one. */
export function findStart(nodes: readonly FlowNode[], find: FindDefinition): FlowNode | undefined {
  return nodes.find((node) => findNodeDefinition(node, find)?.kind === 'trigger')
}

/** Says why a second start was refused, or left out of what was copied. */
export function tellOneStart(leftOut = false): void {
  notify.warning(i18next.t(leftOut ? 'start.leftOut' : 'start.second', { ns: 'canvas' }))
}
