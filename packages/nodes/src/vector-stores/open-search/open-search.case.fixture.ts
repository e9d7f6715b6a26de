import type { JsonValue } from '@runnel/contract'
import { startFakeIndex } from '../fake-search-index.fixture.ts'
import { readPath } from '../read-answers.ts'
import type { StoreCase } from '../store-case.fixture.ts'

/** OpenSearch in the tests of the family. */
export const openSearchCase: StoreCase = {
  node: 'openSearch',
  values: { indexName: 'green-tea' },
  credential: {
    openSearchUrl: 'https://tea.opensearch.example/',
    user: 'ada',
    password: 'test-password-of-opensearch',
  },
  places: ['openSearchUrl', 'user'],
  hosts: ['tea.opensearch.example'],
  addressParams: [],
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or', '$exists'],
  findsWords: true,
  elsewhere: { indexName: 'nowhere' },
  startFake: () =>
    startFakeIndex({
      authorization: 'Basic YWRhOnRlc3QtcGFzc3dvcmQtb2Ytb3BlbnNlYXJjaA==',
      dimensionsKey: 'dimension',
      read({ query }) {
        const near = readPath(query, 'knn', 'embedding')
        const filter = (readPath(near, 'filter', 'bool', 'filter') ?? []) as JsonValue[]
        return { vector: readPath(near, 'vector') as number[], k: Number(readPath(near, 'k')), filter }
      },
    }),
}
