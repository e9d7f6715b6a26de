import type { Template } from '@runnel/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { isOwnId, toTemplate } from './own-templates.ts'

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
    queryFn: async ({ signal }): Promise<Template> => {
      if (!isOwnId(id)) return api.getTemplate({ params: { id } }, { signal })
      const template = toTemplate(await api.getCustomTemplate({ params: { id } }, { signal }))
      if (template) return template
      throw new Error(`The template ${id} makes no flow.`)
    },
    staleTime: FRESH_MS,
  })
}
