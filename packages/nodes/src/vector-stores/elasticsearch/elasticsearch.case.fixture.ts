import type { JsonValue } from '@runnel/contract'
import { startFakeIndex } from '../fake-search-index.fixture.ts'
import { readPath } from '../read-answers.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const KEY = 'test-key-of-elasticsearch'

/** Elasticsearch in the tests of the family. */
export const elasticsearchCase: StoreCase = {
  node: 'elasticsearch',
  values: { indexName: 'Green-tea' },
  credential: { endpoint: 'https://tea.elastic.example:9243', apiKey: KEY },
  places: ['endpoint'],
  hosts: ['tea.elastic.example:9243'],
  addressParams: [],
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or', '$exists'],
  findsWords: true,
  elsewhere: { indexName: 'nowhere' },
  startFake: () =>
    startFakeIndex({
      authorization: `ApiKey ${KEY}`,
      dimensionsKey: 'dims',
      read({ knn }) {
        const [vector, k] = [readPath(knn, 'query_vector') as number[], Number(readPath(knn, 'k'))]
        const candidates = Number(readPath(knn, 'num_candidates'))
        if (candidates < k || candidates > 10_000) return undefined
        return { vector, k, filter: (readPath(knn, 'filter') ?? []) as JsonValue[] }
      },
    }),
}
