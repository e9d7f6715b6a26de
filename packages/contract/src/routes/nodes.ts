import { z } from 'zod'
import { jsonObjectSchema, jsonValueSchema } from '../json.ts'
import { credentialDefinitionSchema, nodeDefinitionSchema } from '../node-definition.ts'
import { defineRoute } from '../route.ts'
import { idParams } from './parts.ts'

const nameParams = z.strictObject({ name: z.string().min(1).max(200) })
const clientQuery = z.strictObject({ client: z.string().max(40).optional() })
const everyone = { gate: 'caller', permissions: 'every-caller' } as const
const loaders = [
  'chatflows:view',
  'chatflows:create',
  'chatflows:update',
  'chatflows:delete',
  'agentflows:view',
  'agentflows:create',
  'agentflows:update',
  'agentflows:delete',
  'documentStores:view',
  'documentStores:create',
  'documentStores:update',
  'documentStores:add-loader',
] as const
const tag = 'Nodes'

/** A param of a node, as callers name it in `overrideConfig`. Field names are the reference's. */
export const configParamSchema = z.object({
  /** The label of the node. */
  node: z.string(),
  nodeId: z.string(),
  label: z.string(),
  name: z.string(),
  /** Of choices their names, of a file its endings; passwords are texts. */
  type: z.string(),
  /** Of a list: the types of its fields by their names. */
  schema: z.record(z.string(), z.string()).optional(),
})
export type ConfigParam = z.infer<typeof configParamSchema>

export const nodeRoutes = {
  getFlowConfig: defineRoute({
    method: 'GET',
    path: '/flow-config/:id',
    tag,
    summary: 'The params of every node of a flow',
    policy: everyone,
    params: idParams,
    response: z.array(configParamSchema),
  }),
  getNodeConfig: defineRoute({
    method: 'POST',
    path: '/node-config',
    tag,
    summary: 'The params of one node',
    policy: everyone,
    audit: { none: 'reads' },
    /** The node's data as the reference's editor sends it. */
    body: z.looseObject({
      name: z.string().min(1).max(200),
      id: z.string().max(200).optional(),
      label: z.string().max(500).optional(),
    }),
    response: z.array(configParamSchema),
  }),
  listNodes: defineRoute({
    method: 'GET',
    path: '/nodes',
    caching: 'caller',
    tag,
    summary: 'The catalogue of node types; with `settingOf` what a setting of flows chooses among',
    policy: everyone,
    query: clientQuery.extend({ settingOf: nodeDefinitionSchema.shape.settingOf }),
    response: z.array(nodeDefinitionSchema),
  }),
  getNode: defineRoute({
    method: 'GET',
    path: '/nodes/:name',
    tag,
    summary: 'One node type',
    policy: everyone,
    params: nameParams,
    query: clientQuery,
    response: nodeDefinitionSchema,
  }),
  listNodesOfCategory: defineRoute({
    method: 'GET',
    path: '/nodes/category/:name',
    tag,
    summary: 'Node types of a category',
    policy: everyone,
    params: nameParams,
    query: clientQuery,
    response: z.array(nodeDefinitionSchema),
  }),
  getNodeIcon: defineRoute({
    method: 'GET',
    path: '/node-icon/:name',
    caching: 'everybody',
    tag,
    summary: 'The icon of a node type',
    policy: { gate: 'public' },
    params: nameParams,
    response: 'file',
  }),
  loadNodeMethod: defineRoute({
    method: 'POST',
    path: '/node-load-method/:name',
    tag,
    summary: 'Options of a param that are loaded when asked for',
    policy: { gate: 'caller', permissions: loaders },
    audit: { none: 'reads' },
    params: nameParams,
    /** The node's data as the reference's editor sends it: `loadMethod`, `inputs`, `credential`, `previousNodes`, and as `currentNode` the whole node of a param in a row; ours adds the flow, whose files it may name. */
    body: z.looseObject({
      loadMethod: z.string().max(100),
      credential: z.string().max(100).optional(),
      inputs: jsonObjectSchema.optional(),
      previousNodes: z.array(jsonObjectSchema).max(20_000).optional(),
      currentNode: jsonObjectSchema.optional(),
      chatflowId: z.string().max(100).toLowerCase().optional(),
    }),
    holds: 'flows',
    response: z.array(
      z.object({
        label: z.string(),
        name: z.string(),
        description: z.string().optional(),
        imageSrc: z.string().optional(),
      }),
    ),
  }),
  runCustomFunction: defineRoute({
    method: 'POST',
    path: '/node-custom-function',
    tag,
    summary: 'Try a custom function in the sandbox',
    policy: {
      gate: 'caller',
      permissions: [
        'chatflows:create',
        'chatflows:update',
        'agentflows:create',
        'agentflows:update',
        'tools:create',
        'tools:update',
      ],
    },
    audit: { none: 'reads' },
    body: z.strictObject({
      javascriptFunction: z.string().min(1).max(500_000),
      functionInputVariables: z.union([jsonObjectSchema, z.string().max(500_000)]).optional(),
    }),
    response: jsonValueSchema,
  }),
  fetchLinks: defineRoute({
    method: 'GET',
    path: '/fetch-links',
    tag,
    summary: 'The pages of a site that a loader would read, by their links or by its sitemap',
    policy: { gate: 'caller', permissions: ['documentStores:preview-process'] },
    query: z.strictObject({
      url: z.string().min(1).max(2_000),
      /** `webCrawl`, or anything else for the sitemap. */
      relativeLinksMethod: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(0).max(1_000_000).optional(),
    }),
    response: z.object({ status: z.literal('OK'), links: z.array(z.string()) }),
  }),
  loadPrompt: defineRoute({
    method: 'POST',
    path: '/load-prompt',
    tag,
    summary: 'A prompt of LangChain’s hub: there is none here, since that hub is not asked',
    policy: everyone,
    audit: { none: 'reads' },
    body: z.strictObject({ promptName: z.string().min(1).max(500) }),
    response: z.never(),
  }),
  listPrompts: defineRoute({
    method: 'POST',
    path: '/prompts-list',
    tag,
    summary: 'The prompts of LangChain’s hub: none, since that hub is not asked',
    policy: everyone,
    audit: { none: 'reads' },
    body: z.strictObject({ tags: jsonValueSchema.optional() }),
    response: z.object({ status: z.literal('ERROR'), repos: z.array(z.never()), message: z.string() }),
  }),
  listCredentialTypes: defineRoute({
    method: 'GET',
    path: '/components-credentials',
    caching: 'caller',
    tag,
    summary: 'The types of credentials',
    policy: everyone,
    response: z.array(credentialDefinitionSchema),
  }),
  getCredentialType: defineRoute({
    method: 'GET',
    path: '/components-credentials/:name',
    tag,
    summary: 'One type of credential, or several joined by &amp;',
    policy: everyone,
    params: nameParams,
    response: z.union([credentialDefinitionSchema, z.array(credentialDefinitionSchema)]),
  }),
  getCredentialIcon: defineRoute({
    method: 'GET',
    path: '/components-credentials-icon/:name',
    caching: 'everybody',
    tag,
    summary: 'The icon of a type of credential',
    policy: { gate: 'public' },
    params: nameParams,
    response: 'file',
  }),
}
