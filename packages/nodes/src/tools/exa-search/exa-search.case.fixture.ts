import { isJsonObject } from '@runnel/contract'
import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Exa in the tests of the family. */
export const exaSearchCase: ToolCase = {
  node: 'exaSearch',
  credential: { exaSearchApiKey: 'exa-test-key' },
  values: { numResults: '2', type: 'neural', excludeDomains: 'bears.example', category: 'research paper' },
  ...asked,
  server: fakeSearch({
    host: 'api.exa.ai',
    path: '/search',
    method: 'POST',
    key: 'exa-test-key',
    keyOf: ({ headers }) => headers['x-api-key'],
    queryOf: ({ body }) => (isJsonObject(body) ? body.query : undefined),
    refuses: ({ body }) =>
      !isJsonObject(body) ||
      body.numResults !== 2 ||
      body.type !== 'neural' ||
      body.category !== 'research paper' ||
      'startCrawlDate' in body ||
      JSON.stringify(body.excludeDomains) !== '["bears.example"]' ||
      JSON.stringify(body.contents) !== '{"text":true}',
    found: (text) => ({
      requestId: 'r1',
      results: [{ id: 'https://pandas.example', title: 'Red panda', url: 'https://pandas.example', text }],
    }),
  }),
}
