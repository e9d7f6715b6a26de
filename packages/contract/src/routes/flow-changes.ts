import { z } from 'zod'
import { flowDiffSchema } from '../flow-diff.ts'
import { viewportSchema } from '../flow-document.ts'
import { problemSchema } from '../problem.ts'
import { dateSchema, idSchema } from './parts.ts'

/** What changed since the revision that `If-Match` names. */
export const saveChatflowBody = z.strictObject({
  diff: flowDiffSchema,
  name: z.string().min(1).max(500).optional(),
  viewport: viewportSchema.nullable().optional(),
  /** The last change of the caller's draft that this save holds: the draft goes with it, unless it went on since. */
  draftSequence: z.number().int().min(1).optional(),
})
export type SaveChatflowBody = z.infer<typeof saveChatflowBody>

/** What a save of changes answers: everything that the caller does not know yet. */
export const savedChatflowSchema = z.object({
  revision: z.number(),
  headVersionId: idSchema,
  updatedDate: dateSchema,
  changeSequence: z.number(),
  /** What was repaired and what is still wrong. */
  problems: z.array(problemSchema),
  repairs: z.array(problemSchema),
})
export type SavedChatflow = z.infer<typeof savedChatflowSchema>

/** One entry of a flow's change feed. */
export const flowChangeSchema = z.object({
  sequence: z.number(),
  /** `saved` leads from the version before to `versionId`; `draft` goes on with my unsaved work on `versionId`. */
  kind: z.enum(['saved', 'draft']),
  versionId: idSchema,
  diff: flowDiffSchema,
  createdBy: z.string().nullable(),
  createdDate: dateSchema,
})
export type FlowChange = z.infer<typeof flowChangeSchema>
