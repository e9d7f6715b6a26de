import type { RetrievalTest } from '@runnel/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { queryClient } from '../../../app/query-client.ts'

const TESTS = 'retrieval-tests'
const REFRESH_MS = 1_000

const isRunning = ({ status }: Pick<RetrievalTest, 'status'>) => status === 'running'

/** The test questions of a store. */
export function questionsQuery(id: string) {
  return queryOptions({
    queryKey: [TESTS, 'questions', id],
    queryFn: ({ signal }) => api.listRetrievalQuestions({ params: { id } }, { signal }),
    refetchOnMount: 'always',
  })
}

/** The last runs of them, read anew while one is under way. */
export function testsQuery(id: string) {
  return queryOptions({
    queryKey: [TESTS, 'runs', id],
    queryFn: ({ signal }) => api.listRetrievalTests({ params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? REFRESH_MS : false),
  })
}

/** One run, question by question. */
export function testQuery({ storeId, id, done }: RetrievalTest) {
  return queryOptions({
    queryKey: [TESTS, 'run', id, done],
    queryFn: ({ signal }) => api.getRetrievalTest({ params: { id: storeId, testId: id } }, { signal }),
  })
}

/** Questions and runs are read anew: something in them was changed. */
export function refreshTests(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [TESTS] })
}
