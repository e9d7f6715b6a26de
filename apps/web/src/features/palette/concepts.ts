/**
 * What people look for under other words than those of the nodes: by each concept, texts that find its nodes by label,
 * name and category, the best first. The words themselves stand in the catalogues of texts (`palette.knownAs`), apart by commas.
 */
export const CONCEPTS = {
  anthropic: ['chatanthropic', 'anthropic'],
  approval: ['human input'],
  branch: ['condition', 'if else'],
  code: ['custom function', 'custom tool', 'code interpreter'],
  databases: ['sql', 'mongodb', 'redis', 'supabase', 'neo4j'],
  documents: ['document loaders'],
  google: ['gemini', 'google generative', 'vertex'],
  history: ['memory'],
  openAI: ['chatopenai', 'openai'],
  pages: ['web scraper', 'web browser', 'cheerio', 'firecrawl'],
  repetition: ['iteration', 'loop'],
  requests: ['http', 'requests', 'api loader', 'openapi'],
  retrieval: ['retriever', 'retrieval', 'vector stores', 'document store', 'embeddings'],
  search: ['serp', 'serper', 'tavily', 'brave search', 'exa search', 'searxng', 'google custom search'],
  spreadsheets: ['excel', 'csv', 'google sheets', 'airtable'],
  structured: ['output parser'],
  vectorStores: ['vector stores'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The name of a concept. */
export type Concept = keyof typeof CONCEPTS

/** The words by which people know each concept, apart by commas, in the language that they read. */
export type KnownAs = Readonly<Partial<Record<Concept, string>>>

/** Letters of a word that is still being written; below that nearly every word begins so. */
const FEWEST_LETTERS = 3

/** Words in place of those of a text, and their place among the texts of their concept. */
export interface Rewording {
  words: string[]
  place: number
}

/**
 * A text in other words: each concept's words that stand in it, whole or as far as they are written at its end, give way
 * to the texts that find its nodes.
 */
export function reword(text: string, knownAs: KnownAs): Rewording[] {
  const wanted = ` ${wordsOf(text).join(' ')}`
  return (Object.keys(CONCEPTS) as Concept[]).flatMap((concept) => {
    const phrases = (knownAs[concept] ?? '').split(',').map((phrase) => wordsOf(phrase).join(' '))
    const rests = phrases.flatMap((phrase) => withoutPhrase(wanted, phrase) ?? [])
    const [rest] = rests.toSorted((a, b) => a.length - b.length)
    if (rest === undefined) return []
    return CONCEPTS[concept].map((target, place) => ({
      words: [...wordsOf(rest), ...wordsOf(target)],
      place,
    }))
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
