import { z } from 'zod'
import { flowDocumentSchema } from '../flow-document.ts'
import { nodeMarkSchema } from '../node-definition.ts'
import { defineRoute } from '../route.ts'
import { toolFields } from './custom-tools.ts'
import {
  dateSchema,
  deletionSchema,
  idParams,
  idSchema,
  listOf,
  orderQuery,
  pagingQuery,
  sharedMark,
} from './parts.ts'

const tag = 'Marketplace'
const policy = { gate: 'caller', permissions: ['templates:marketplace'] } as const

/** A flow that people begin with. Field names and words of `type` are the reference's. */
export const templateSchema = z.object({
  /** Stays the same, so that addresses may name it. */
  id: z.string(),
  templateName: z.string(),
  description: z.string(),
  type: z.enum(['AgentflowV2', 'Chatflow']),
  badge: z.string(),
  framework: z.array(z.string()),
  usecases: z.array(z.string()),
  /** Categories of its nodes, each once. */
  categories: z.array(z.string()),
  /** The flow in the reference's form, as text; not with `view=summary`. */
  flowData: z.string().optional(),
  /** The types of its nodes, the most telling first. */
  nodeTypes: z.array(nodeMarkSchema),
  nodeCount: z.number(),
  /** The flow as our canvas draws it; only of one template. */
  document: flowDocumentSchema.optional(),
})
export type Template = z.infer<typeof templateSchema>

/** What makes a tool, as a template keeps it. */
export const toolContentSchema = z.strictObject({
  iconSrc: toolFields.iconSrc,
  schema: toolFields.schema,
  func: toolFields.func,
})

/** A template of the workspace's own. Field names and words of `type` are the reference's. */
export const customTemplateSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  type: z.enum(['AgentflowV2', 'Chatflow', 'Tool']),
  badge: z.string(),
  /** Nobody asks for it: always empty. */
  framework: z.string(),
  /** An empty text where there are none, as in the reference. */
  usecases: z.union([z.array(z.string()), z.literal('')]),
  categories: z.array(z.string()),
  /** The flow in the reference's form, as text, without secrets; not of tools, and not with `view=summary`. */
  flowData: z.string().optional(),
  iconSrc: z.string().optional(),
  schema: z.string().optional(),
  func: z.string().optional(),
  workspaceId: idSchema,
  ...sharedMark,
  createdDate: dateSchema,
  updatedDate: dateSchema,
  /** Ours: the types of its nodes, the most telling first, and how many nodes there are. */
  nodeTypes: z.array(nodeMarkSchema),
  nodeCount: z.number(),
  /** The flow as our canvas draws it; only of one template. */
  document: flowDocumentSchema.optional(),
})
export type CustomTemplate = z.infer<typeof customTemplateSchema>

const own = { gate: 'caller', permissions: ['templates:custom'] } as const
const usecase = z.string().trim().min(1).max(100)

export const marketplaceRoutes = {
  listCustomTemplates: defineRoute({
    method: 'GET',
    path: '/marketplaces/custom',
    tag,
    summary: 'Templates of the workspace, the newest first unless asked otherwise',
    policy: own,
    query: z.strictObject({
      ...pagingQuery,
      ...orderQuery,
      type: z.enum(['AgentflowV2', 'Chatflow', 'Tool']).optional(),
      view: z.enum(['full', 'summary']).optional(),
    }),
    response: listOf(customTemplateSchema),
  }),
  getCustomTemplate: defineRoute({
    method: 'GET',
    path: '/marketplaces/custom/:id',
    tag,
    summary: 'One template of the workspace, of a flow also in the form that our canvas draws',
    policy: own,
    params: idParams,
    response: customTemplateSchema,
  }),
  createCustomTemplate: defineRoute({
    method: 'POST',
    path: '/marketplaces/custom',
    tag,
    summary: 'Make a template of a flow as it is saved, or of a tool; without secrets, files and credentials',
    policy: { gate: 'caller', permissions: ['templates:flowexport', 'templates:toolexport'] },
    audit: 'template.created',
    body: z
      .strictObject({
        name: z.string().trim().min(1).max(500),
        description: z.string().max(10_000).optional(),
        badge: z.string().max(100).optional(),
        usecases: z.array(usecase).max(50).optional(),
        /** Told by the flow itself; taken because the reference's clients send it. */
        type: z.string().max(50).optional(),
        chatflowId: idSchema.optional(),
        tool: toolContentSchema.optional(),
      })
      .refine(({ chatflowId, tool }) => (chatflowId === undefined) !== (tool === undefined), {
        path: ['chatflowId'],
        error: 'name a flow here, or give a tool: one of both',
      }),
    response: customTemplateSchema,
    idempotent: true,
  }),
  deleteCustomTemplate: defineRoute({
    method: 'DELETE',
    path: '/marketplaces/custom/:id',
    tag,
    summary: 'Delete a template of the workspace; what was made of it stays',
    policy: { gate: 'caller', permissions: ['templates:custom-delete'] },
    audit: 'template.deleted',
    params: idParams,
    response: deletionSchema,
  }),

  listTemplates: defineRoute({
    method: 'GET',
    path: '/marketplaces/templates',
    caching: 'caller',
    tag,
    summary: 'Templates: agent flows first, then chat flows, by name',
    policy,
    query: z.strictObject({ view: z.enum(['full', 'summary']).optional() }),
    response: z.array(templateSchema),
  }),
  getTemplate: defineRoute({
    method: 'GET',
    path: '/marketplaces/templates/:id',
    tag,
    summary: 'One template, also in the form that our canvas draws',
    policy,
    params: z.strictObject({ id: z.string().min(1).max(200) }),
    response: templateSchema,
  }),
}
