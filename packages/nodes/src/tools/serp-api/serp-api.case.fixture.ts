import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** SerpApi in the tests of the family. */
export const serpAPICase: ToolCase = {
  node: 'serpAPI',
  credential: { serpApiKey: 'serp-test-key' },
  ...asked,
  server: fakeSearch({
    host: 'serpapi.com',
    path: '/search',
    key: 'serp-test-key',
    keyOf: ({ url }) => url.searchParams.get('api_key'),
    queryOf: ({ url }) => url.searchParams.get('q'),
    refuses: ({ url }) => url.searchParams.get('engine') !== 'google',
    found: (snippet) => ({
      answer_box: [{ answer: 'No' }],
      organic_results: [{ title: 'Red panda', link: 'https://pandas.example', snippet }],
    }),
  }),
}
