import { NODE_CONCEPTS, type NodeConcept } from '@runnel/contract'

/**
 * By concept, texts that find nodes by label, name and category, the best first: for kinds of nodes that are called alike.
 * A single node says in its definition what it is looked for (`concepts`), and need not stand here.
 */
const CALLED_ALIKE: Readonly<Partial<Record<NodeConcept, readonly string[]>>> = {
  anthropic: ['chatanthropic', 'anthropic'],
  approval: ['human input'],
  branch: ['condition', 'if else'],
  code: ['custom function', 'custom tool', 'code interpreter'],
  databases: ['sql', 'mongodb', 'redis', 'supabase'],
  documents: ['document loaders'],
  google: ['gemini', 'google generative', 'vertex'],
  history: ['memory'],
  gptModels: ['chatopenai', 'openai'],
  pages: ['web scraper', 'web browser', 'cheerio', 'firecrawl'],
  repetition: ['iteration', 'loop'],
  requests: ['http', 'requests', 'api loader', 'openapi'],
  retrieval: ['retriever', 'retrieval', 'vector stores', 'document store', 'embeddings'],
  search: ['serp', 'serper', 'tavily', 'brave search', 'exa search', 'searxng', 'google custom search'],
  spreadsheets: ['excel', 'csv', 'google sheets', 'airtable'],
  structured: ['output parser'],
  vectorStores: ['vector stores'],
}

/** The words by which people know each concept, apart by commas, in the language that they read. */
export type KnownAs = Readonly<Partial<Record<NodeConcept, string>>>

/** Letters of a word that is still being written; below that nearly every word begins so. */
const FEWEST_LETTERS = 3

/** Words in place of those of a text, and their place among the texts of their concept. */
export interface Rewording {
  words: string[]
  place: number
  /** Only nodes that say so of themselves. */
  concept?: NodeConcept
}

/**
 * A text in other words: each concept's words that stand in it, whole or as far as they are written at its end, give way
 * to the texts that find its nodes, or to nothing where nodes name the concept themselves.
 */
export function reword(text: string, knownAs: KnownAs): Rewording[] {
  const wanted = ` ${wordsOf(text).join(' ')}`
  return NODE_CONCEPTS.flatMap((concept) => {
    const phrases = (knownAs[concept] ?? '').split(',').map((phrase) => wordsOf(phrase).join(' '))
    const rests = phrases.flatMap((phrase) => withoutPhrase(wanted, phrase) ?? [])
    const [rest] = rests.toSorted((a, b) => a.length - b.length)
    if (rest === undefined) return []
    const others = wordsOf(rest)
    const alike = CALLED_ALIKE[concept] ?? []
    return [
      { words: others, place: 0, concept },
      ...alike.map((target, place) => ({ words: [...others, ...wordsOf(target)], place })),
    ]
  })
}

/** What is left of a text beside a phrase; undefined where it does not stand there. */
function withoutPhrase(wanted: string, phrase: string): string | undefined {
  if (phrase === '') return undefined
  const inside = `${wanted} `.indexOf(` ${phrase} `)
  if (inside >= 0) return `${wanted.slice(0, inside)} ${wanted.slice(inside + phrase.length + 1)}`
  const begun = wanted.slice(1)
  return begun.length >= FEWEST_LETTERS && phrase.startsWith(begun) ? '' : undefined
}

/** The words of a text in small letters. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}
