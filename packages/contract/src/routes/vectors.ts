import { z } from 'zod'
import { jsonObjectSchema } from '../json.ts'
import { defineRoute } from '../route.ts'
import { runStatusSchema } from '../run-event.ts'
import { waitQuery } from './document-loaders.ts'
import { storeJobSchema } from './document-store-record.ts'
import { RUN_FLOWS } from './flow-permissions.ts'
import { dateSchema, idParams, idSchema } from './parts.ts'
import { chatIdSchema } from './prediction.ts'

/**
 * What a vector store of a flow is filled with. As JSON, or as a form (`multipart/form-data`) whose `files` take the
 * place of those that its loaders name and whose other fields change the flow for this time.
 */
const upsertBody = z
  .object({
    /** Id of the vector store's node, where the flow has several. */
    stopNodeId: z.string().max(200).optional(),
    overrideConfig: jsonObjectSchema.optional(),
    /** What is taken in is found by questions of this chat alone. Absent: by all. */
    chatId: chatIdSchema.optional(),
  })
  .optional()

/** How many pieces of text were taken in, and how many the store had already. */
export const upsertResultSchema = z.object({
  numAdded: z.number(),
  numDeleted: z.number(),
  numUpdated: z.number(),
  numSkipped: z.number(),
})

/** In place of counts, where the caller does not wait: the run, which is followed and which `chatId` stops. */
export const fillJobSchema = storeJobSchema.extend({ chatId: idSchema })

/** The last filling of a vector store of a flow: its run tells the rest. */
export const fillSchema = z.object({
  runId: idSchema,
  /** Stops it, as the chat of any run does. */
  chatId: idSchema,
  stopNodeId: z.string(),
  status: runStatusSchema,
  startedAt: dateSchema,
})
export type Fill = z.infer<typeof fillSchema>

const tag = 'Vectors'
const summary = 'Fill a vector store of a flow with its documents, or with files of a form'

export const vectorRoutes = {
  upsertVectors: defineRoute({
    method: 'POST',
    path: '/vector/upsert/:id',
    tag,
    summary,
    policy: { gate: 'caller', permissions: RUN_FLOWS },
    audit: { none: 'run' },
    params: idParams,
    body: upsertBody,
    holds: 'flows',
    runsFlow: true,
    response: upsertResultSchema,
  }),
  upsertInternally: defineRoute({
    method: 'POST',
    path: '/vector/internal-upsert/:id',
    tag,
    summary: `${summary}, from our own pages`,
    policy: { gate: 'caller', permissions: RUN_FLOWS },
    audit: { none: 'run' },
    params: idParams,
    query: waitQuery,
    body: upsertBody,
    holds: 'flows',
    runsFlow: true,
    response: z.union([upsertResultSchema, fillJobSchema]),
  }),
  listFills: defineRoute({
    method: 'GET',
    path: '/vector/fills/:id',
    tag,
    summary: 'The last filling of each vector store of a flow that is under way, or was begun within a day',
    policy: { gate: 'caller', permissions: RUN_FLOWS },
    params: idParams,
    response: z.array(fillSchema),
  }),
}
