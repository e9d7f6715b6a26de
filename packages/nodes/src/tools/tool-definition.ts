import type { NodeDefinition } from '@runnel/contract'

/** The definition of a tool: what all of them have in common, under what it says itself. */
export function toolDefinition(
  own: Omit<NodeDefinition, 'category' | 'kind' | 'provides' | 'color'>,
): NodeDefinition {
  return { category: 'Tools', color: '#d4a373', kind: 'component', provides: ['toolset'], ...own }
}
