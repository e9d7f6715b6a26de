import type { NodeMark } from '@runnel/contract'

const categoryColors: Record<string, string> = {
  'Chat Models': '#64B5F6',
  Chains: '#9C89B8',
  Agents: '#4DD0E1',
  Memory: '#a3b18a',
  Prompts: '#FFB938',
  Tools: '#d4a373',
  Utilities: '#b8bedd',
}
const OTHER_COLOR = '#b8bedd'

/** The colour that marks a type of node. */
export function colorOf(definition: Pick<NodeMark, 'color' | 'category'> | undefined): string {
  return definition?.color ?? categoryColors[definition?.category ?? ''] ?? OTHER_COLOR
}
