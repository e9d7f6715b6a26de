import { z } from 'zod'
import { jsonObjectSchema } from '../json.ts'
import { defineRoute } from '../route.ts'
import { RUN_FLOWS } from './flow-permissions.ts'
import { idParams, idSchema } from './parts.ts'
import { chatIdSchema, humanInputSchema, questionSchema, uploadsSchema } from './prediction.ts'

/** What a run is started with, one of them: a question with its files, a filled form, or the answer to a step that waits. */
const runStartInput = z.union([
  z.strictObject({ question: questionSchema, uploads: uploadsSchema.optional() }),
  z.strictObject({ form: jsonObjectSchema }),
  z.strictObject({ humanInput: humanInputSchema.strict() }),
])

/** What our own pages start a run with. Without `chatId` a conversation begins. */
export const startRunBody = z.strictObject({
  flowId: idSchema,
  input: runStartInput,
  chatId: chatIdSchema.optional(),
  /** Run my draft, which is kept as a snapshot that the run pins. */
  useDraft: z.boolean().optional(),
})
export type StartRunBody = z.infer<typeof startRunBody>

const tag = 'Runs'

export const runRoutes = {
  startRun: defineRoute({
    method: 'POST',
    path: '/runs',
    tag,
    summary:
      'Start a run, or answer what it asks, and follow it: its events as `GET /runs/{id}/events` gives them, its id in the header `X-Run-Id`. With an `Idempotency-Key` a repeated call follows the run of the first',
    policy: { gate: 'session', permissions: RUN_FLOWS },
    audit: { none: 'run' },
    body: startRunBody,
    holds: 'files',
    runsFlow: true,
    response: 'stream',
  }),
  readRunEvents: defineRoute({
    method: 'GET',
    path: '/runs/:id/events',
    tag,
    summary:
      'Follow a run from any event on (`Last-Event-ID`); whoever has no `executions:view` sends the header `X-Run-Secret` of the answer that began it',
    policy: { gate: 'public' },
    origins: 'run',
    params: idParams,
    query: z.strictObject({ after: z.string().max(40).optional() }),
    response: 'stream',
  }),
}
