import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { idSchema } from './parts.ts'
import { chatIdSchema } from './prediction.ts'

/** The most that a document of a chat may be, in megabytes. */
export const MAX_DOCUMENT_MB = 10

/** The most characters that the documents of one question may hold together. */
export const MAX_DOCUMENT_TEXT = 2_000_000

/** A document as text: `name` is that under which the chat keeps it. */
const attachmentSchema = z.object({
  name: z.string(),
  mimeType: z.string(),
  /** Bytes of the file. */
  size: z.number(),
  content: z.string(),
})
export type ReadAttachment = z.infer<typeof attachmentSchema>

export const attachmentRoutes = {
  createAttachments: defineRoute({
    method: 'POST',
    path: '/attachments/:chatflowId/:chatId',
    tag: 'Chat',
    summary:
      'Documents of a chat as text, for questions with uploads of type `file:full`: `files` of a form (`multipart/form-data`)',
    policy: { gate: 'public' },
    audit: { none: 'upload' },
    origins: 'flow',
    params: z.strictObject({ chatflowId: idSchema, chatId: chatIdSchema }),
    body: z.object({
      /** The parts of the form hold base64. */
      base64: z.string().max(10).optional(),
    }),
    holds: 'files',
    response: z.array(attachmentSchema),
  }),
}
