import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Brave Search in the tests of the family. */
export const braveSearchAPICase: ToolCase = {
  node: 'braveSearchAPI',
  credential: { braveApiKey: 'brave-test-key' },
  ...asked,
  server: fakeSearch({
    host: 'api.search.brave.com',
    path: '/res/v1/web/search',
    key: 'brave-test-key',
    keyOf: ({ headers }) => headers['x-subscription-token'],
    queryOf: ({ url }) => url.searchParams.get('q'),
    refuses: ({ headers }) => headers.accept !== 'application/json',
    found: (description) => ({
      type: 'search',
      web: { results: [{ title: 'Red panda', url: 'https://pandas.example', description }] },
    }),
  }),
}
