import type { JsonObject } from '@runnel/contract'
import { textAt } from '@runnel/node-kit'

/** What the fields of a found page are called, as its server calls them. */
interface ResultFields {
  title?: string
  link?: string
  snippet?: string
}

/** What a search found, as text for a model: what answers the question itself, then the pages. Empty when nothing was found. */
export function describeFindings(
  answers: string[],
  results: JsonObject[],
  { title = 'title', link = 'link', snippet = 'snippet' }: ResultFields = {},
): string {
  const pages = results.map((result) =>
    [textAt(result, title), textAt(result, link), textAt(result, snippet)]
      .filter((line) => line !== '')
      .join('\n'),
  )
  return [...new Set(answers), ...pages].filter((part) => part !== '').join('\n\n')
}
