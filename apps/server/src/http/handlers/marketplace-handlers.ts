import type { marketplaceRoutes } from '@runnel/contract'
import {
  createCustomTemplate,
  deleteCustomTemplate,
  getCustomTemplate,
  getTemplate,
  listCustomTemplates,
  listTemplates,
  type ServingContext,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { createFixedAnswers } from '../fixed-answers.ts'
import { answerList } from '../list-answer.ts'

/** Templates. Those that come with the product are the same for everybody, so their lists are made once. */
export function marketplaceHandlers(context: ServingContext): HandlersOf<typeof marketplaceRoutes> {
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
    async listCustomTemplates(call) {
      return answerList(call, await listCustomTemplates(context, call.principal, call.query))
    },
    getCustomTemplate: ({ principal, params }) => getCustomTemplate(context, principal, params.id),
    createCustomTemplate: ({ principal, body }) => createCustomTemplate(context, principal, body),
    deleteCustomTemplate: ({ principal, params }) => deleteCustomTemplate(context, principal, params.id),
  }
}
