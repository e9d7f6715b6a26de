import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Google Custom Search in the tests of the family. */
export const googleCustomSearchCase: ToolCase = {
  node: 'googleCustomSearch',
  credential: { googleCustomSearchApiKey: 'google-test-key', googleCustomSearchApiId: 'engine-of-tests' },
  ...asked,
  server: fakeSearch({
    host: 'www.googleapis.com',
    path: '/customsearch/v1',
    key: 'google-test-key',
    keyOf: ({ url }) => url.searchParams.get('key'),
    queryOf: ({ url }) => url.searchParams.get('q'),
    refuses: ({ url }) => url.searchParams.get('cx') !== 'engine-of-tests',
    found: (snippet) => ({
      kind: 'customsearch#search',
      items: [{ title: 'Red panda', link: 'https://pandas.example', snippet }],
    }),
  }),
}
