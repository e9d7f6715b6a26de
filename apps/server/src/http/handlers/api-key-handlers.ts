import type { apiKeyRoutes } from '@runnel/contract'
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  listOrganizationKeys,
  type ServingContext,
  updateApiKey,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { identifyKey } from '../key-in-address.ts'
import { answerList, expectedRevision } from '../list-answer.ts'

/** API keys. */
export function apiKeyHandlers(context: ServingContext): HandlersOf<typeof apiKeyRoutes> {
  return {
    async verifyApiKey({ params, reply }) {
      await identifyKey(context, params.apikey)
      reply.type('application/json; charset=utf-8')
      return reply.send('"OK"')
    },
    async listApiKeys(call) {
      const { type, ...query } = call.query
      return type === 'organization'
        ? answerList(call, await listOrganizationKeys(context, call.principal, query))
        : answerList(call, await listApiKeys(context, call.principal, query))
    },
    createApiKey: ({ principal, body }) => createApiKey(context, principal, body),
    updateApiKey: ({ principal, params, body, request }) =>
      updateApiKey(context, principal, {
        id: params.id,
        ...body,
        expectedRevision: expectedRevision(request),
      }),
    deleteApiKey: ({ principal, params }) => deleteApiKey(context, principal, params.id),
  }
}
