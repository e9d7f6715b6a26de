import type { NodeDefinition } from '@runnel/contract'

/** The definition of a memory: what all of them have in common, under what it says itself. */
export function memoryDefinition(
  own: Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type' | 'description' | 'inputs'> &
    Partial<NodeDefinition>,
): NodeDefinition {
  return {
    icon: 'IconHistory',
    category: 'Memory',
    color: '#a3b18a',
    baseClasses: [own.type, 'BaseChatMemory', 'BaseMemory'],
    kind: 'component',
    effects: 'none',
    provides: ['memory'],
    ...own,
  }
}
