import type { NodeDefinition } from '@runnel/contract'
import { type KnownAs, type Rewording, reword, wordsOf } from './concepts.ts'

/** A category of the palette with the nodes that match, best first. */
export interface PaletteGroup {
  category: string
  definitions: NodeDefinition[]
}

/**
 * The nodes that match a search text, by category: the one with the best match first, which Enter takes. Without a text
 * all of them, by label, in categories in alphabetical order.
 * Every word of the text must occur in the label, the type name, the category or the description, or be the initials of
 * the label. Behind these come nodes that people know by the words of the text (`knownAs`).
 */
export function searchNodes(
  definitions: readonly NodeDefinition[],
  text: string,
  knownAs: KnownAs = {},
): PaletteGroup[] {
  const words = wordsOf(text)
  const others = words.length > 0 ? reword(text, knownAs) : []
  const scored = definitions
    .map((definition) => ({
      definition,
      score: scoreOf(definition, words) || scoreOfOthers(definition, others),
    }))
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

const SCORES = {
  wholeLabel: 10,
  startOfLabel: 8,
  inLabel: 5,
  inName: 4,
  initials: 3,
  inCategory: 2,
  inDescription: 1,
}
/** What other words find stands behind all that the written ones do. */
const SHARE_OF_OTHERS = 0.01
/** How much further behind each text of a concept stands than the one before it. */
const SHARE_OF_PLACE = 5

function scoreOf(definition: NodeDefinition, words: readonly string[]): number {
  if (words.length === 0) return 1
  const texts = readTexts(definition)
  const scores = words.map((word) => scoreOfWord(texts, word))
  if (scores.includes(0)) return 0
  const isWhole = texts.label === words.join(' ')
  return scores.reduce((sum, score) => sum + score, isWhole ? SCORES.wholeLabel : 0)
}

/** Descriptions speak of much that a node is not. */
function scoreOfOthers(definition: NodeDefinition, others: readonly Rewording[]): number {
  const texts = { ...readTexts(definition), description: '' }
  const scores = others.map(({ words, place, concept }) => {
    if (concept && !definition.concepts?.includes(concept)) return 0
    const each = words.map((word) => scoreOfWord(texts, word))
    const first = concept ? SCORES.startOfLabel : 0
    return each.includes(0)
      ? 0
      : each.reduce((sum, score) => sum + score, first) / (SHARE_OF_PLACE * place + 1)
  })
  return SHARE_OF_OTHERS * Math.max(0, ...scores)
}

/** What is searched of a node, in small letters. */
interface Texts {
  label: string
  name: string
  initials: string
  category: string
  description: string
}

/** Read once for each definition: every letter that is written searches them all. */
const known = new WeakMap<NodeDefinition, Texts>()

function readTexts(definition: NodeDefinition): Texts {
  const there = known.get(definition)
  if (there) return there
  const { label, name, category, description } = definition
  const texts = {
    label: label.toLowerCase(),
    name: name.toLowerCase(),
    initials: initialsOf(label),
    category: category.toLowerCase(),
    description: description.toLowerCase(),
  }
  known.set(definition, texts)
  return texts
}

/** `crq` of “Conversational Retrieval QA”; of a single word none. */
function initialsOf(label: string): string {
  const words = label.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words.length < 2 ? '' : words.map((word) => word.charAt(0).toLowerCase()).join('')
}

function scoreOfWord({ label, name, initials, category, description }: Texts, word: string): number {
  if (label.startsWith(word)) return SCORES.startOfLabel
  if (label.includes(word)) return SCORES.inLabel
  if (name.includes(word)) return SCORES.inName
  if (initials === word) return SCORES.initials
  if (category.includes(word)) return SCORES.inCategory
  return description.includes(word) ? SCORES.inDescription : 0
}
