import { z } from 'zod'
import { flowDocumentSchema } from '../flow-document.ts'
import { nodeMarkSchema } from '../node-definition.ts'
import { defineRoute } from '../route.ts'

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

export const marketplaceRoutes = {
  listTemplates: defineRoute({
    method: 'GET',
    path: '/marketplaces/templates',
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
