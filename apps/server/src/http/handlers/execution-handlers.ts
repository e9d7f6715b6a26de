import type { executionRoutes } from '@runnel/contract'
import {
  deleteExecutions,
  getExecution,
  listExecutionSteps,
  listExecutions,
  type ServingContext,
  updateExecution,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'

/** Executions, as the lists and pages of runs show them. */
export function executionHandlers(context: ServingContext): HandlersOf<typeof executionRoutes> {
  return {
    listExecutions: ({ principal, query }) => listExecutions(context, principal, query),
    getExecution: ({ principal, params }) => getExecution(context, principal, params.id),
    listExecutionSteps: ({ principal, params }) => listExecutionSteps(context, principal, params.id),
    updateExecution: ({ principal, params, body }) =>
      updateExecution(context, principal, { id: params.id, isPublic: body.isPublic, echoes: body }),
    deleteExecution: ({ principal, params }) => deleteExecutions(context, principal, [params.id]),
    deleteExecutions: ({ principal, body }) => deleteExecutions(context, principal, body.executionIds),
  }
}
