import { z } from 'zod'
import { isJsonObject, jsonObjectSchema, jsonValueSchema } from '../json.ts'
import { defineRoute } from '../route.ts'
import { chatTypeSchema } from '../run-input.ts'
import { RUN_FLOWS } from './flow-permissions.ts'
import { dateSchema, deletionSchema, idFilter, idParams, idSchema, pagingQuery, timeFilter } from './parts.ts'

const truthText = z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' })

/** What somebody asks, as text. */
export const questionSchema = z.string().max(2_000_000)

/** The name of a conversation. */
export const chatIdSchema = z.string().min(1).max(200)

/** A person's answer to a question: the latest of the conversation, that of `startNodeId`, or the one that is named. */
export const humanInputSchema = z.object({
  type: z.enum(['proceed', 'reject']),
  startNodeId: z.string().optional(),
  feedback: z.string().max(100_000).optional(),
  /** Ours: the id of the question, where several wait. */
  waitId: z.string().max(60).optional(),
  /** Ours: what takes the place of what was shown, such as the edited arguments of a tool. */
  input: jsonValueSchema.optional(),
})

/**
 * A file given with a question: `file` with its bytes as a data URL, `url` with an address, `audio` a recording;
 * `file:full` a document that stands before the question, as its text or as a data URL that is read here; `file:rag` a
 * document as a data URL that this chat alone finds. `stored-file` is known, so that its refusal can name it.
 */
const uploadSchema = z.object({
  type: z.enum(['file', 'url', 'file:full', 'file:rag', 'audio', 'stored-file']),
  name: z.string().min(1).max(255),
  mime: z.string().max(255).optional(),
  data: z.string().optional(),
})
export type Upload = z.infer<typeof uploadSchema>

/** Files as a question brings them; those that are too many are refused with their number, so a few more are read. */
export const uploadsSchema = z.array(uploadSchema).max(100)

/** Files that one question may bring. */
export const MAX_UPLOADS = 10

/** The most that a file of a question may be, in megabytes: the reference's limit. */
export const MAX_UPLOAD_MB = 5

/** The most that a recording in place of a question may be, in megabytes: some forty minutes as browsers keep speech. */
export const MAX_SPEECH_MB = 10

const predictionObject = z.object({
  question: questionSchema.optional(),
  form: jsonObjectSchema.optional(),
  streaming: truthText.optional(),
  overrideConfig: jsonObjectSchema.optional(),
  history: z
    .array(
      z.object({
        role: z.enum(['apiMessage', 'userMessage']).optional(),
        content: z.string().optional(),
        /** Older clients say `type` and `message`. */
        type: z.enum(['apiMessage', 'userMessage']).optional(),
        message: z.string().optional(),
      }),
    )
    .max(2_000)
    .optional(),
  uploads: uploadsSchema.optional(),
  chatId: chatIdSchema.optional(),
  sessionId: z.string().min(1).max(200).optional(),
  leadEmail: z.string().max(320).optional(),
  action: jsonObjectSchema.optional(),
  humanInput: humanInputSchema.optional(),
  /** Only on the internal route: run my draft, which is kept as a snapshot that the run pins. */
  useDraft: z.boolean().optional(),
})

function withoutNulls(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
}

/** Published clients write null for what is not given; inside forms and overrides null is a value. */
function dropNulls(body: z.input<typeof predictionObject>): unknown {
  const given = withoutNulls(body)
  if (!isJsonObject(given)) return given
  const { history, humanInput } = given
  return {
    ...given,
    ...(Array.isArray(history) && { history: history.map(withoutNulls) }),
    ...(humanInput !== undefined && { humanInput: withoutNulls(humanInput) }),
  }
}

/**
 * Body of a prediction, as in Flowise 3.1. Fields that are not listed are ignored and named in the header
 * `X-Ignored-Fields`: published clients send more than the contract knows.
 */
export const predictionBody = z.preprocess(dropNulls, predictionObject)
export type PredictionBody = z.infer<typeof predictionBody>

/** Names of the fields that a prediction understands. */
export const predictionFields: readonly string[] = Object.keys(predictionObject.shape)

/** A message of a conversation on the wire. JSON columns come parsed; `followUpPrompts` stays text. */
export const chatMessageSchema = z.object({
  id: idSchema,
  role: z.enum(['userMessage', 'apiMessage']),
  chatflowid: idSchema,
  executionId: idSchema.nullable(),
  content: z.string(),
  sourceDocuments: z.unknown().optional(),
  usedTools: z.unknown().optional(),
  fileAnnotations: z.unknown().optional(),
  agentReasoning: z.unknown().optional(),
  reasonContent: z.unknown().optional(),
  fileUploads: z.unknown().optional(),
  artifacts: z.unknown().optional(),
  action: z.unknown().optional(),
  followUpPrompts: z.string().nullable().optional(),
  chatType: chatTypeSchema,
  chatId: z.string(),
  memoryType: z.string().nullable(),
  sessionId: z.string().nullable(),
  leadEmail: z.string().nullable().optional(),
  createdDate: dateSchema,
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

const messageQuery = {
  ...pagingQuery,
  chatType: z.union([z.string(), z.array(z.string())]).optional(),
  order: z.enum(['ASC', 'DESC']).optional(),
  chatId: z.string().max(200).optional(),
  memoryType: z.string().max(200).optional(),
  sessionId: z.string().max(200).optional(),
  messageId: idFilter,
  startDate: timeFilter,
  endDate: timeFilter,
}

const tag = 'Chat'

export const predictionRoutes = {
  predict: defineRoute({
    method: 'POST',
    path: '/prediction/:id',
    tag,
    summary:
      'Ask a flow; JSON, or an event stream with `streaming`. With an `Idempotency-Key` a repeated call gets the answer or the stream of the first one’s run',
    policy: { gate: 'public' },
    audit: { none: 'run' },
    origins: 'flow',
    params: idParams,
    body: predictionBody,
    holds: 'files',
    runsFlow: true,
    response: 'stream',
  }),
  predictInternally: defineRoute({
    method: 'POST',
    path: '/internal-prediction/:id',
    tag,
    summary: 'Ask a flow of the own workspace, also its draft',
    policy: { gate: 'caller', permissions: RUN_FLOWS },
    audit: { none: 'run' },
    params: idParams,
    body: predictionBody,
    holds: 'files',
    runsFlow: true,
    response: 'stream',
  }),
  abortChat: defineRoute({
    method: 'PUT',
    path: '/chatmessage/abort/:chatflowid/:chatid',
    tag,
    summary:
      'Stop all active runs of a chat; strangers those whose `X-Run-Secret` they send, or all of a chat whose id ends in a random UUID',
    policy: { gate: 'public' },
    audit: { none: 'run' },
    origins: 'flow',
    params: z.strictObject({ chatflowid: idSchema, chatid: z.string().min(1).max(200) }),
    response: z.object({ status: z.literal(200), message: z.string() }),
  }),
  listMessages: defineRoute({
    method: 'GET',
    path: '/chatmessage/:id',
    tag,
    summary: 'Messages of a flow',
    policy: { gate: 'caller', permissions: 'every-caller' },
    params: idParams,
    query: z.strictObject(messageQuery),
    response: z.array(chatMessageSchema),
  }),
  listInternalMessages: defineRoute({
    method: 'GET',
    path: '/internal-chatmessage/:id',
    tag,
    summary: 'Messages of a flow from the canvas',
    policy: { gate: 'caller', permissions: 'every-caller' },
    params: idParams,
    query: z.strictObject(messageQuery),
    response: z.array(chatMessageSchema),
  }),
  deleteMessages: defineRoute({
    method: 'DELETE',
    path: '/chatmessage/:id',
    tag,
    summary: 'Delete messages of a flow',
    policy: { gate: 'caller', permissions: 'every-caller' },
    audit: 'chat-messages.deleted',
    params: idParams,
    query: z.strictObject({
      ...messageQuery,
      hardDelete: truthText.optional(),
      isClearFromViewMessageDialog: truthText.optional(),
    }),
    response: deletionSchema,
  }),
}
