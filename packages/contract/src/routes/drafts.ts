import { z } from 'zod'
import { flowDocumentSchema, viewportSchema } from '../flow-document.ts'
import { defineRoute } from '../route.ts'
import { EDIT_FLOWS } from './flow-permissions.ts'
import { dateSchema, deletionSchema, idParams, idSchema } from './parts.ts'

const draftSchema = z.object({
  document: flowDocumentSchema,
  viewport: viewportSchema.nullable(),
  /** The saved version that the draft began from: another head means a conflict. */
  baseVersionId: idSchema,
  updatedDate: dateSchema,
})
/** The unsaved work of one user on one flow. */
export type FlowDraft = z.infer<typeof draftSchema>

const tag = 'Flows'

export const draftRoutes = {
  getDraft: defineRoute({
    method: 'GET',
    path: '/chatflows/:id/draft',
    tag,
    summary: 'Read my unsaved work on a flow',
    policy: { gate: 'session', permissions: EDIT_FLOWS },
    params: idParams,
    response: z.object({ draft: draftSchema.nullable() }),
  }),
  putDraft: defineRoute({
    method: 'PUT',
    path: '/chatflows/:id/draft',
    tag,
    summary: 'Keep my unsaved work on a flow',
    policy: { gate: 'session', permissions: EDIT_FLOWS },
    params: idParams,
    body: z.strictObject({
      document: flowDocumentSchema,
      viewport: viewportSchema.nullable(),
      baseVersionId: idSchema,
    }),
    response: z.object({ updatedDate: dateSchema }),
  }),
  deleteDraft: defineRoute({
    method: 'DELETE',
    path: '/chatflows/:id/draft',
    tag,
    summary: 'Discard my unsaved work on a flow',
    policy: { gate: 'session', permissions: EDIT_FLOWS },
    params: idParams,
    response: deletionSchema,
  }),
}
