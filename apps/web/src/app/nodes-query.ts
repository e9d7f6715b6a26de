import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

const CATALOGUE_FRESH_MS = 600_000
/** The programs that params may be meant for; this editor stands in for the reference's. */
const CLIENT = 'agentflowv2'

/** The catalogue of node types. */
export const nodesQuery = queryOptions({
  queryKey: ['nodes', CLIENT],
  queryFn: ({ signal }) => api.listNodes({ query: { client: CLIENT } }, { signal }),
  staleTime: CATALOGUE_FRESH_MS,
})
