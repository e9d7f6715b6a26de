import type { NodeDefinition } from '@runnel/contract'

/** A category of the palette with the nodes that match, best first. */
export interface PaletteGroup {
  category: string
  definitions: NodeDefinition[]
}

/**
 * The nodes that match a search text, by category: the one with the best match first, which Enter takes. Without a text
 * all of them, by label, in categories in alphabetical order.
 * Every word of the text must occur in the label, the type name, the category or the description.
 */
export function searchNodes(definitions: readonly NodeDefinition[], text: string): PaletteGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = definitions
    .map((definition) => ({ definition, score: scoreOf(definition, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.definition.label.localeCompare(b.definition.label))
  const groups = new Map<string, NodeDefinition[]>()
  for (const { definition } of scored) {
    const category = categoryName(definition)
    groups.set(category, [...(groups.get(category) ?? []), definition])
  }
  const found = [...groups].map(([category, inIt]) => ({ category, definitions: inIt }))
  return words.length > 0 ? found : found.sort((a, b) => a.category.localeCompare(b.category))
}

/** The category without the badge that may follow a semicolon. */
function categoryName(definition: Pick<NodeDefinition, 'category'>): string {
  return definition.category.split(';')[0] ?? definition.category
}

const SCORES = { wholeLabel: 10, startOfLabel: 8, inLabel: 5, inName: 4, inCategory: 2, inDescription: 1 }

function scoreOf(definition: NodeDefinition, words: readonly string[]): number {
  if (words.length === 0) return 1
  const scores = words.map((word) => scoreOfWord(definition, word))
  if (scores.includes(0)) return 0
  const isWhole = definition.label.toLowerCase() === words.join(' ')
  return scores.reduce((sum, score) => sum + score, isWhole ? SCORES.wholeLabel : 0)
}

function scoreOfWord(definition: NodeDefinition, word: string): number {
  const label = definition.label.toLowerCase()
  if (label.startsWith(word)) return SCORES.startOfLabel
  if (label.includes(word)) return SCORES.inLabel
  if (definition.name.toLowerCase().includes(word)) return SCORES.inName
  if (definition.category.toLowerCase().includes(word)) return SCORES.inCategory
  return definition.description.toLowerCase().includes(word) ? SCORES.inDescription : 0
}
