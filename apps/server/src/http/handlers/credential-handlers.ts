import type { credentialRoutes } from '@runnel/contract'
import {
  createCredential,
  deleteCredential,
  getCredential,
  listCredentials,
  type ServingContext,
  testCredential,
  testNewCredential,
  updateCredential,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerList, expectedRevision } from '../list-answer.ts'

/** Credentials. */
export function credentialHandlers(context: ServingContext): HandlersOf<typeof credentialRoutes> {
  return {
    createCredential: ({ principal, body }) => createCredential(context, principal, body),
    async listCredentials(call) {
      return answerList(call, await listCredentials(context, call.principal, call.query))
    },
    getCredential: ({ principal, params }) => getCredential(context, principal, params.id),
    updateCredential: ({ principal, params, body, request }) =>
      updateCredential(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    testCredential: ({ principal, params, body }) =>
      testCredential(context, principal, { id: params.id, plainDataObj: body?.plainDataObj }),
    testNewCredential: ({ principal, body }) => testNewCredential(context, principal, body),
    deleteCredential: ({ principal, params }) => deleteCredential(context, principal, params.id),
  }
}
