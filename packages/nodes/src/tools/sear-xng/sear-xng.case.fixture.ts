import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** SearXNG in the tests of the family. */
export const searXNGCase: ToolCase = {
  node: 'searXNG',
  values: {
    apiBase: 'http://searx.internal:8080/',
    categories: 'science',
    safesearch: 2,
    headers: '{"X-Who": "me"}',
  },
  ...asked,
  server: fakeSearch({
    host: 'searx.internal:8080',
    path: '/search',
    queryOf: ({ url }) => url.searchParams.get('q'),
    refuses: ({ url, headers }) =>
      url.searchParams.get('format') !== 'json' ||
      url.searchParams.get('categories') !== 'science' ||
      url.searchParams.get('safesearch') !== '2' ||
      url.searchParams.has('engines') ||
      headers['x-who'] !== 'me',
    found: (content) => ({
      answers: [{ answer: 'No' }],
      results: [{ title: 'Red panda', url: 'https://pandas.example', content }],
    }),
  }),
}
