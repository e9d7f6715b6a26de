import type { variableRoutes } from '@runnel/contract'
import {
  createVariable,
  deleteVariable,
  listVariables,
  type ServingContext,
  updateVariable,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerList, expectedRevision } from '../list-answer.ts'

/** Variables. */
export function variableHandlers(context: ServingContext): HandlersOf<typeof variableRoutes> {
  return {
    createVariable: ({ principal, body }) => createVariable(context, principal, body),
    async listVariables(call) {
      return answerList(call, await listVariables(context, call.principal, call.query))
    },
    updateVariable: ({ principal, params, body, request }) =>
      updateVariable(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    deleteVariable: ({ principal, params }) => deleteVariable(context, principal, params.id),
  }
}
