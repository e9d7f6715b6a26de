import { z } from 'zod'
import { flowDocumentSchema, flowTypeSchema, viewportSchema } from '../flow-document.ts'
import { nodeMarkSchema } from '../node-definition.ts'
import { problemSchema } from '../problem.ts'
import { dateSchema, echoed, idSchema } from './parts.ts'

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
  /** Ours: strangers go on only with conversations whose ids nobody can guess. */
  privateSessions: z.boolean().nullable().optional(),
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
  /** Only in `view=document`: number of the last entry of the flow's change feed. */
  changeSequence: z.number().optional(),
  /** Only in `view=summary`: types of the nodes that identify the flow: unknown ones first, then the most telling. */
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
  changeSequence: echoed,
}

export const createChatflowBody = z.strictObject({
  ...settingsFields,
  ...echoedFields,
  name: inputFields.name,
  /** The flow of which this is a copy: credentials go where was agreed to there, and nowhere else. */
  copyOf: idSchema.optional(),
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
