import { isJsonObject } from '@runnel/contract'
import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Tavily in the tests of the family. */
export const tavilyAPICase: ToolCase = {
  node: 'tavilyAPI',
  credential: { tavilyApiKey: 'tvly-test-key' },
  values: { topic: 'news', maxResults: '3', includeDomains: 'pandas.example, bears.example' },
  ...asked,
  server: fakeSearch({
    host: 'api.tavily.com',
    path: '/search',
    method: 'POST',
    key: 'Bearer tvly-test-key',
    keyOf: ({ headers }) => headers.authorization,
    queryOf: ({ body }) => (isJsonObject(body) ? body.query : undefined),
    refuses: ({ body }) =>
      !isJsonObject(body) ||
      body.topic !== 'news' ||
      body.max_results !== 3 ||
      body.days !== 7 ||
      'chunks_per_source' in body ||
      JSON.stringify(body.include_domains) !== '["pandas.example","bears.example"]',
    found: (content) => ({
      results: [{ title: 'Red panda', url: 'https://pandas.example', content, score: 0.9 }],
    }),
  }),
}
