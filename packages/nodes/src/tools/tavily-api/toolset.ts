import type { JsonObject } from '@runnel/contract'
import { readNumber, readSwitch, readText } from '@runnel/node-kit'
import { postJson, searchToolset } from '../search-toolset.ts'
import { splitList } from '../split-list.ts'

/** The web, by Tavily: what it found goes to the model as Tavily says it. */
export const tavilyAPIToolset = searchToolset({
  label: 'Tavily',
  toolName: 'tavily_search',
  toolDescription: 'Searches the web, for what is new too. The input is a search query; the answer is JSON.',
  ask: (query, { values }) => postJson('https://api.tavily.com/search', { query, ...readSettings(values) }),
  authorise: ({ tavilyApiKey = '' }) => ({ headers: { authorization: `Bearer ${tavilyApiKey}` } }),
  read: (answer) => JSON.stringify(answer),
})

function readSettings(values: JsonObject) {
  const topic = readText(values, 'topic') || 'general'
  const depth = readText(values, 'searchDepth') || 'basic'
  return {
    topic,
    search_depth: depth,
    max_results: readNumber(values, 'maxResults') ?? 5,
    time_range: readText(values, 'timeRange') || undefined,
    // Tavily refuses each of them with the other kind of search.
    chunks_per_source: depth === 'advanced' ? readNumber(values, 'chunksPerSource') : undefined,
    days: topic === 'news' ? readNumber(values, 'days') : undefined,
    include_answer: readSwitch(values, 'includeAnswer'),
    include_raw_content: readSwitch(values, 'includeRawContent'),
    include_images: readSwitch(values, 'includeImages'),
    include_image_descriptions: readSwitch(values, 'includeImageDescriptions'),
    include_domains: splitList(values, 'includeDomains'),
    exclude_domains: splitList(values, 'excludeDomains'),
  }
}
