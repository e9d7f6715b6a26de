import { listAt, readNumber, readSwitch, readText } from '@runnel/node-kit'
import { postJson, searchToolset } from '../search-toolset.ts'
import { splitList } from '../split-list.ts'

/** The web, by Exa: pages with their texts, as Exa says them. */
export const exaSearchToolset = searchToolset({
  label: 'Exa',
  toolName: 'exa_search',
  toolDescription: 'Searches the web by meaning. The input is a search query.',
  params: { description: 'description' },
  ask: (query, { values }) => {
    const text = (name: string) => readText(values, name) || undefined
    return postJson('https://api.exa.ai/search', {
      query,
      numResults: readNumber(values, 'numResults'),
      type: text('type'),
      useAutoprompt: readSwitch(values, 'useAutoprompt') || undefined,
      category: text('category'),
      includeDomains: splitList(values, 'includeDomains'),
      excludeDomains: splitList(values, 'excludeDomains'),
      startCrawlDate: text('startCrawlDate'),
      endCrawlDate: text('endCrawlDate'),
      startPublishedDate: text('startPublishedDate'),
      endPublishedDate: text('endPublishedDate'),
      contents: { text: true },
    })
  },
  authorise: ({ exaSearchApiKey = '' }) => ({ headers: { 'x-api-key': exaSearchApiKey } }),
  read: (answer) => {
    const results = listAt(answer, 'results')
    return results.length === 0 ? '' : JSON.stringify(results)
  },
})
