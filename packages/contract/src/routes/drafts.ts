import { z } from 'zod'
import { flowDiffSchema } from '../flow-diff.ts'
import { viewportSchema } from '../flow-document.ts'
import { defineRoute } from '../route.ts'
import { EDIT_FLOWS } from './flow-permissions.ts'
import { dateSchema, deletionSchema, idParams, idSchema } from './parts.ts'

const draftSchema = z.object({
  /** The saved version that the draft began from. */
  baseVersionId: idSchema,
  /** What leads from that version to the unsaved work. */
  diff: flowDiffSchema,
  /** What was saved since: it leads from that version to the head; empty when nothing was. */
  savedSince: flowDiffSchema,
  headVersionId: idSchema,
  /** Number of its last change in the flow's feed. */
  sequence: z.number(),
  viewport: viewportSchema.nullable(),
  updatedDate: dateSchema,
})
/** The unsaved work of one user on one flow: a log of changes, here as one. */
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
  appendDraft: defineRoute({
    method: 'POST',
    path: '/chatflows/:id/draft',
    tag,
    summary: 'Add a change to my unsaved work on a flow',
    policy: { gate: 'session', permissions: EDIT_FLOWS },
    audit: { none: 'draft' },
    params: idParams,
    body: z.strictObject({
      /** The saved version on which the work stands. */
      baseVersionId: idSchema,
      /** The last change of the draft that is known here, 0 for none. Without it the draft is begun anew. */
      after: z.number().int().min(0).optional(),
      /** Begins the draft anew even where one is known: `diff` leads from the base version. */
      isWhole: z.boolean().optional(),
      diff: flowDiffSchema,
      viewport: viewportSchema.nullable(),
    }),
    holds: 'flows',
    response: z.object({ sequence: z.number(), updatedDate: dateSchema }),
  }),
  deleteDraft: defineRoute({
    method: 'DELETE',
    path: '/chatflows/:id/draft',
    tag,
    summary: 'Discard my unsaved work on a flow',
    policy: { gate: 'session', permissions: EDIT_FLOWS },
    audit: { none: 'draft' },
    params: idParams,
    response: deletionSchema,
  }),
}
