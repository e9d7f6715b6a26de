import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { addQuery, listAt, readNumber, readText, textAt, valueAt } from '@runnel/node-kit'
import { describeFindings } from '../describe-findings.ts'
import { searchToolset } from '../search-toolset.ts'

/** How the addresses of Wikipedias begin; nothing else may stand in the name of the host. */
const LANGUAGE = /^[a-z]{2,12}(?:-[a-z]{2,12}){0,2}$/
/** What Wikipedia gives of articles in one answer. */
const MOST_ARTICLES = 20

/** Wikipedia: its search, with the text that stands before the first heading of each article. */
export const wikipediaToolset = searchToolset({
  label: 'Wikipedia',
  toolName: 'wikipedia',
  toolDescription:
    'Looks things up in Wikipedia: people, places, events, science, culture. The input is a search query; the answer is how the best articles begin, with their addresses.',
  params: { name: 'toolName', description: 'toolDescription' },
  ask: (query, { values }) => ({
    url: addQuery(`https://${readLanguage(values)}.wikipedia.org/w/api.php`, {
      action: 'query',
      format: 'json',
      formatversion: 2,
      generator: 'search',
      gsrsearch: query,
      gsrlimit: readLimit(values),
      prop: 'extracts|info',
      exintro: 1,
      explaintext: 1,
      exlimit: 'max',
      inprop: 'url',
    }),
  }),
  read: describeArticles,
})

function readLanguage(values: JsonObject): string {
  const language = readText(values, 'language').trim().toLowerCase() || 'en'
  if (LANGUAGE.test(language)) return language
  throw new RunnelError('invalid_input', 'The Language of Wikipedia is a code such as en or de.')
}

function readLimit(values: JsonObject): number {
  return Math.min(MOST_ARTICLES, Math.max(1, Math.floor(readNumber(values, 'topKResults') ?? 3)))
}

/** Articles stand by their numbers in the answer; `index` says how well each fits. A refusal comes with status 200. */
function describeArticles(answer: JsonValue): string {
  const refusal = isJsonObject(answer) ? valueAt(answer, 'error') : undefined
  if (refusal !== undefined)
    throw new RunnelError('upstream_error', `Wikipedia refused the search: ${textAt(refusal, 'info')}`)
  const articles = listAt(answer, 'query', 'pages')
  const bestFirst = articles.toSorted((a, b) => placeOf(a) - placeOf(b))
  return describeFindings([], bestFirst, { link: 'fullurl', snippet: 'extract' })
}

function placeOf(article: JsonObject): number {
  return readNumber(article, 'index') ?? MOST_ARTICLES
}
