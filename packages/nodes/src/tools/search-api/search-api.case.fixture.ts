import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** SearchApi in the tests of the family. */
export const searchAPICase: ToolCase = {
  node: 'searchAPI',
  credential: { searchApiKey: 'search-test-key' },
  ...asked,
  server: fakeSearch({
    host: 'www.searchapi.io',
    path: '/api/v1/search',
    key: 'Bearer search-test-key',
    keyOf: ({ headers }) => headers.authorization,
    queryOf: ({ url }) => url.searchParams.get('q'),
    refuses: ({ url }) => url.searchParams.get('engine') !== 'google',
    found: (snippet) => ({
      knowledge_graph: { description: snippet },
      organic_results: [{ title: 'Red panda', link: 'https://pandas.example' }],
    }),
  }),
}
