import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

const TEMPLATES = 'templates'
/** They come with the product, and change with it. */
const FRESH_MS = 600_000

/** All templates, without their flows. */
export const templateListQuery = queryOptions({
  queryKey: [TEMPLATES],
  queryFn: ({ signal }) => api.listTemplates({ query: { view: 'summary' } }, { signal }),
  staleTime: FRESH_MS,
})

/** One template with its flow. */
export function templateQuery(id: string) {
  return queryOptions({
    queryKey: [TEMPLATES, id],
    queryFn: ({ signal }) => api.getTemplate({ params: { id } }, { signal }),
    staleTime: FRESH_MS,
  })
}
