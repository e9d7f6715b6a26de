import { z } from 'zod'
import { flowDocumentSchema, flowTypeSchema, viewportSchema } from '../flow-document.ts'
import { nodeMarkSchema } from '../node-definition.ts'
import { problemSchema } from '../problem.ts'
import { defineRoute } from '../route.ts'
import { dateSchema, deletionSchema, echoed, idParams, idSchema, listOf, pagingQuery } from './parts.ts'

const nullableText = z.string().nullable()

const settingsFields = {
  deployed: z.boolean().nullable().optional(),
  isPublic: z.boolean().nullable().optional(),
  apikeyid: nullableText.optional(),
  chatbotConfig: nullableText.optional(),
  apiConfig: nullableText.optional(),
  analytic: nullableText.optional(),
  speechToText: nullableText.optional(),
  textToSpeech: nullableText.optional(),
  followUpPrompts: nullableText.optional(),
  mcpServerConfig: nullableText.optional(),
  category: nullableText.optional(),
}

/** A flow of any kind on the wire: the reference's row, with our revision, concurrency and version ids. */
export const chatflowSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** JSON text in the reference's form; absent in `view=summary` and `view=document`. */
  flowData: z.string().optional(),
  type: flowTypeSchema,
  ...settingsFields,
  webhookSecretConfigured: z.boolean().optional(),
  concurrency: z.number().optional(),
  revision: z.number().optional(),
  headVersionId: idSchema.optional(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  workspaceId: idSchema,
  /** Only in `view=document`: the record form, for our canvas. */
  document: flowDocumentSchema.optional(),
  viewport: viewportSchema.nullable().optional(),
  /** Only in `view=summary`: types of the nodes that identify the flow, most telling first. */
  nodeTypes: z.array(nodeMarkSchema).optional(),
  nodeCount: z.number().optional(),
  /** After a save: what was repaired and what is still wrong. */
  problems: z.array(problemSchema).optional(),
  /** Only in `view=document`: what the import mended that made this version; none once it is saved or dismissed. */
  repairs: z.array(problemSchema).optional(),
})
export type Chatflow = z.infer<typeof chatflowSchema>

const inputFields = {
  name: z.string().min(1).max(500),
  /** JSON text in any form that import takes. */
  flowData: z.string(),
  /** The record form instead of `flowData`: our canvas sends it. */
  document: flowDocumentSchema,
  viewport: viewportSchema.nullable(),
  type: flowTypeSchema,
  concurrency: z.number().int().min(1).max(100),
}

const echoedFields = {
  id: echoed,
  createdDate: echoed,
  updatedDate: echoed,
  workspaceId: echoed,
  revision: echoed,
  headVersionId: echoed,
  webhookSecretConfigured: echoed,
  webhookSecret: echoed,
  problems: echoed,
  repairs: echoed,
  nodeTypes: echoed,
  nodeCount: echoed,
}

export const createChatflowBody = z.strictObject({
  ...settingsFields,
  ...echoedFields,
  name: inputFields.name,
  flowData: inputFields.flowData.optional(),
  document: inputFields.document.optional(),
  viewport: inputFields.viewport.optional(),
  type: inputFields.type.nullish(),
  concurrency: inputFields.concurrency.optional(),
})
export type CreateChatflowBody = z.infer<typeof createChatflowBody>

export const updateChatflowBody = z.strictObject({
  ...settingsFields,
  ...echoedFields,
  name: inputFields.name.optional(),
  flowData: inputFields.flowData.optional(),
  document: inputFields.document.optional(),
  viewport: inputFields.viewport.optional(),
  type: inputFields.type.nullish(),
  concurrency: inputFields.concurrency.optional(),
})
export type UpdateChatflowBody = z.infer<typeof updateChatflowBody>

const draftSchema = z.object({
  document: flowDocumentSchema,
  viewport: viewportSchema.nullable(),
  /** The saved version that the draft began from: another head means a conflict. */
  baseVersionId: idSchema,
  updatedDate: dateSchema,
})
/** The unsaved work of one user on one flow. */
export type FlowDraft = z.infer<typeof draftSchema>

const view = ['chatflows:view', 'chatflows:update', 'agentflows:view', 'agentflows:update'] as const
const edit = ['chatflows:create', 'chatflows:update', 'agentflows:create', 'agentflows:update'] as const
const remove = ['chatflows:delete', 'agentflows:delete', 'assistants:delete'] as const
const tag = 'Flows'

export const chatflowRoutes = {
  createChatflow: defineRoute({
    method: 'POST',
    path: '/chatflows',
    tag,
    summary: 'Create a flow',
    policy: { gate: 'caller', permissions: edit },
    body: createChatflowBody,
    response: chatflowSchema,
    idempotent: true,
  }),
  listChatflows: defineRoute({
    method: 'GET',
    path: '/chatflows',
    tag,
    summary: 'List flows, newest first',
    policy: { gate: 'caller', permissions: view },
    query: z.strictObject({
      ...pagingQuery,
      type: z.string().optional(),
      view: z.enum(['summary', 'full']).optional(),
      search: z.string().max(200).optional(),
      sort: z.enum(['updatedDate', 'createdDate', 'name']).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
    }),
    response: listOf(chatflowSchema),
  }),
  getChatflow: defineRoute({
    method: 'GET',
    path: '/chatflows/:id',
    tag,
    summary: 'Read a flow',
    policy: { gate: 'caller', permissions: [...view, ...remove] },
    params: idParams,
    query: z.strictObject({ view: z.enum(['full', 'document']).optional() }),
    response: chatflowSchema,
  }),
  updateChatflow: defineRoute({
    method: 'PUT',
    path: '/chatflows/:id',
    tag,
    summary: 'Save a flow; If-Match with the revision makes it conditional',
    policy: { gate: 'caller', permissions: edit },
    params: idParams,
    body: updateChatflowBody,
    response: chatflowSchema,
  }),
  deleteChatflow: defineRoute({
    method: 'DELETE',
    path: '/chatflows/:id',
    tag,
    summary: 'Delete a flow with its messages and runs',
    policy: { gate: 'caller', permissions: remove },
    params: idParams,
    response: deletionSchema,
  }),
  hasChatflowChanged: defineRoute({
    method: 'GET',
    path: '/chatflows/has-changed/:id/:lastUpdatedDateTime',
    tag,
    summary: 'Whether a flow changed since a time',
    policy: { gate: 'caller', permissions: ['chatflows:update', 'agentflows:update'] },
    params: z.strictObject({ id: idSchema, lastUpdatedDateTime: z.string().max(40) }),
    response: z.object({ hasChanged: z.boolean() }),
  }),
  getDraft: defineRoute({
    method: 'GET',
    path: '/chatflows/:id/draft',
    tag,
    summary: 'Read my unsaved work on a flow',
    policy: { gate: 'session', permissions: edit },
    params: idParams,
    response: z.object({ draft: draftSchema.nullable() }),
  }),
  putDraft: defineRoute({
    method: 'PUT',
    path: '/chatflows/:id/draft',
    tag,
    summary: 'Keep my unsaved work on a flow',
    policy: { gate: 'session', permissions: edit },
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
    policy: { gate: 'session', permissions: edit },
    params: idParams,
    response: deletionSchema,
  }),
  dismissRepairs: defineRoute({
    method: 'DELETE',
    path: '/chatflows/:id/repairs',
    tag,
    summary: 'Show the repairs of an import no more',
    policy: { gate: 'caller', permissions: edit },
    params: idParams,
    response: deletionSchema,
  }),
  exportChatflow: defineRoute({
    method: 'GET',
    path: '/chatflows/:id/export',
    tag,
    summary: 'A flow as a file, without secrets',
    policy: { gate: 'caller', permissions: ['chatflows:export', 'agentflows:export'] },
    params: idParams,
    response: z.record(z.string(), z.unknown()),
  }),
  getValidation: defineRoute({
    method: 'GET',
    path: '/validation/:id',
    tag,
    summary: 'What is wrong with a flow, by node',
    policy: { gate: 'caller', permissions: 'every-caller' },
    params: idParams,
    response: z.array(
      z.object({ id: z.string(), label: z.string(), name: z.string(), issues: z.array(z.string()) }),
    ),
  }),
  isStreaming: defineRoute({
    method: 'GET',
    path: '/chatflows-streaming/:id',
    tag,
    summary: 'Whether a flow can stream',
    policy: { gate: 'public' },
    origins: 'flow',
    params: idParams,
    response: z.object({ isStreaming: z.boolean() }),
  }),
  getUploadRules: defineRoute({
    method: 'GET',
    path: '/chatflows-uploads/:id',
    tag,
    summary: 'Which uploads a flow takes',
    policy: { gate: 'public' },
    origins: 'flow',
    params: idParams,
    response: z.object({
      isSpeechToTextEnabled: z.boolean(),
      isImageUploadAllowed: z.boolean(),
      isRAGFileUploadAllowed: z.boolean(),
      imgUploadSizeAndTypes: z.array(z.object({ fileTypes: z.array(z.string()), maxUploadSize: z.number() })),
      fileUploadSizeAndTypes: z.array(
        z.object({ fileTypes: z.array(z.string()), maxUploadSize: z.number() }),
      ),
    }),
  }),
  getPublicChatbotConfig: defineRoute({
    method: 'GET',
    path: '/public-chatbotConfig/:id',
    tag,
    summary: 'How an embedded chat looks and starts',
    policy: { gate: 'public' },
    origins: 'flow',
    params: idParams,
    response: z.record(z.string(), z.unknown()),
  }),
}
