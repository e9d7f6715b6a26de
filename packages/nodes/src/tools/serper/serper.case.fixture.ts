import { isJsonObject } from '@runnel/contract'
import { asked, fakeSearch } from '../fake-search.fixture.ts'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Serper in the tests of the family. */
export const serperCase: ToolCase = {
  node: 'serper',
  credential: { serperApiKey: 'serper-test-key' },
  ...asked,
  server: fakeSearch({
    host: 'google.serper.dev',
    path: '/search',
    method: 'POST',
    key: 'serper-test-key',
    keyOf: ({ headers }) => headers['x-api-key'],
    queryOf: ({ body }) => (isJsonObject(body) ? body.q : undefined),
    found: (snippet) => ({
      answerBox: { answer: 'No' },
      organic: [{ title: 'Red panda', link: 'https://pandas.example', snippet, position: 1 }],
    }),
  }),
}
