import type { JsonValue } from '@runnel/contract'
import { type Document, listAt, textAt } from '@runnel/node-kit'

/** Where in what was found its address and its words stand. */
interface FindingKeys {
  link: string
  snippet: string
}

/** What a search engine found, a document for each page: its title, and what is shown of it. */
export function readFindings(
  answer: JsonValue,
  path: string[],
  { link, snippet }: FindingKeys = { link: 'link', snippet: 'snippet' },
): Document[] {
  return listAt(answer, ...path).map((found) => ({
    pageContent: [textAt(found, 'title'), textAt(found, snippet)].filter((text) => text !== '').join('\n'),
    metadata: { source: textAt(found, link), title: textAt(found, 'title') },
  }))
}
