import { RunnelError } from '@runnel/contract'

/** How deep a flow may nest, how many nodes and edges it may have. */
export const FLOW_LIMITS = { depth: 60, nodes: 20_000, edges: 100_000 } as const

/** True when objects and lists lie in one another deeper than the limit. Looks no deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  const items = Array.isArray(value) ? value : Object.values(value)
  return items.some((item) => isDeeperThan(item, limit - 1))
}

function refuseMany(what: string, count: number, limit: number): void {
  if (count <= limit) return
  throw new RunnelError(
    'invalid_flow',
    `The flow has ${count} ${what}; at most ${limit} are taken. Split it into several flows.`,
    { issues: [{ path: what, message: `${count} ${what} are too many` }] },
  )
}

/**
 * Refuses what is too large to be a flow, before anything else is looked at; how deep things nest only in `unchecked`,
 * where the rest was looked at before.
 * @throws RunnelError `invalid_flow`
 */
export function checkFlowLimits(
  nodes: readonly unknown[],
  edges: readonly unknown[],
  unchecked: { nodes: readonly unknown[]; edges: readonly unknown[] } = { nodes, edges },
): void {
  refuseMany('nodes', nodes.length, FLOW_LIMITS.nodes)
  refuseMany('edges', edges.length, FLOW_LIMITS.edges)
  for (const [name, list] of Object.entries(unchecked)) {
    const deep = list.findIndex((item) => isDeeperThan(item, FLOW_LIMITS.depth))
    if (deep < 0) continue
    throw new RunnelError(
      'invalid_flow',
      `${name}[${deep}] nests deeper than ${FLOW_LIMITS.depth} levels. Flatten its values.`,
      { issues: [{ path: `${name}[${deep}]`, message: 'nests too deep' }] },
    )
  }
}
