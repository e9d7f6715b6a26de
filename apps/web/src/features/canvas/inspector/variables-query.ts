import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'

const FRESH_MS = 30_000

/** Names of the workspace's variables, for the menu of references. */
export const variablesQuery = queryOptions({
  queryKey: ['variable-names'],
  queryFn: async ({ signal }): Promise<string[]> => {
    const answer = await api.listVariables({}, { signal })
    return (Array.isArray(answer) ? answer : answer.data).map(({ name }) => name)
  },
  staleTime: FRESH_MS,
})
