import type { draftRoutes } from '@runnel/contract'
import { appendDraft, deleteDraft, getDraft, type ServingContext } from '@runnel/operations'
import type { HandlersOf } from '../call.ts'

/** Unsaved work on flows. */
export function draftHandlers(context: ServingContext): HandlersOf<typeof draftRoutes> {
  return {
    getDraft: ({ principal, params }) => getDraft(context, principal, params.id),
    appendDraft: ({ principal, params, body }) =>
      appendDraft(context, principal, { flowId: params.id, ...body }),
    deleteDraft: ({ principal, params }) => deleteDraft(context, principal, params.id),
  }
}
