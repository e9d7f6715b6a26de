import type { marketplaceRoutes } from '@runnel/contract'
import { getTemplate, listTemplates, type ServingContext } from '@runnel/operations'
import type { Handlers } from '../call.ts'
import { createFixedAnswers } from '../fixed-answers.ts'

/** The templates: the same for everybody who may see them, so the lists are made once. */
export function marketplaceHandlers(context: ServingContext): Pick<Handlers, keyof typeof marketplaceRoutes> {
  const sendFixed = createFixedAnswers()
  return {
    listTemplates(call) {
      const { view = 'full' } = call.query
      return sendFixed(call, {
        name: view,
        make: () => JSON.stringify(listTemplates(context, view)),
        type: 'application/json; charset=utf-8',
        cacheControl: 'private, no-cache',
      })
    },
    getTemplate: ({ params }) => getTemplate(context, params.id),
  }
}
