import type { NodeDefinition } from '@runnel/contract'

/** The definition of a cache for replies of models: what all of them have in common, under what it says itself. */
export function cacheDefinition(
  own: Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type' | 'description'> & Partial<NodeDefinition>,
): NodeDefinition {
  return {
    icon: 'IconDatabase',
    category: 'Cache',
    color: '#8d99ae',
    baseClasses: [own.type, 'BaseCache'],
    kind: 'component',
    effects: 'none',
    provides: ['cache'],
    inputs: [],
    ...own,
  }
}
