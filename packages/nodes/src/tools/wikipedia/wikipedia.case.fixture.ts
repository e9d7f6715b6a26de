import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

const WANTED = {
  action: 'query',
  format: 'json',
  formatversion: '2',
  generator: 'search',
  gsrlimit: '2',
  prop: 'extracts|info',
  exintro: '1',
  explaintext: '1',
  exlimit: 'max',
  inprop: 'url',
}

/** What Wikipedia gives for a search: articles by their numbers, each with its place. */
export const wikipediaAnswer = (extract: string) => ({
  batchcomplete: true,
  query: {
    pages: [
      {
        pageid: 15_022,
        ns: 0,
        title: 'Giant panda',
        index: 2,
        extract: 'A giant panda is a bear.',
        fullurl: 'https://de.wikipedia.org/wiki/Giant_panda',
      },
      {
        pageid: 26_271,
        ns: 0,
        title: 'Red panda',
        index: 1,
        extract,
        fullurl: 'https://de.wikipedia.org/wiki/Red_panda',
      },
    ],
  },
})

/** Wikipedia in the tests of the family. */
export const wikipediaCase: ToolCase = {
  node: 'wikipedia',
  values: { language: 'de', topKResults: '2' },
  ...asked,
  server: fakeSearch({
    host: 'de.wikipedia.org',
    path: '/w/api.php',
    queryOf: ({ url }) => url.searchParams.get('gsrsearch'),
    refuses: ({ url }) =>
      Object.entries(WANTED).some(([name, wanted]) => url.searchParams.get(name) !== wanted),
    found: wikipediaAnswer,
  }),
}
